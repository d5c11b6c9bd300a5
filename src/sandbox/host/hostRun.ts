// One run as the extension host sees it: passes the script's calls to the engine and the answers back, and settles
// exactly once, whatever comes first.
import { setMaxListeners } from 'node:events';
import type { JsonValue } from '../../catalog/json.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import { readDisplayBlock } from '../protocol/displayBlock.ts';
import {
  protocolViolation,
  sandboxDied,
  type RunConditions,
  type RunEnd,
  type ScriptEvent,
  type Tick,
  type ToSupervisor,
} from '../protocol/messages.ts';
import { isWithinDepth } from '../protocol/bounds.ts';
import type { CallContext, CallReply, GuestCall, SandboxHandlers, SandboxLimits, SandboxOutcome } from './sandboxPort.ts';

interface HostRunOptions {
  readonly run: number;
  readonly handlers: SandboxHandlers;
  readonly limits: SandboxLimits;
  readonly conditions: RunConditions;
  readonly send: (message: ToSupervisor) => void;
  readonly log: (line: string) => void;
}

type CallEvent = Extract<ScriptEvent, { call: number }>;

export class HostRun {
  /** Settles once and never rejects. */
  readonly outcome: Promise<SandboxOutcome>;
  readonly #options: HostRunOptions;
  readonly #settle: (outcome: SandboxOutcome) => void;
  readonly #aborter = new AbortController();
  readonly #context: CallContext;
  /** The errors that calls were refused with: an uncaught one is told to the engine as it was. */
  readonly #refused = new Map<number, CallFailure>();
  /** It sent what is no JSON: nothing more of it counts, whatever end it tells of. */
  #violated = false;

  constructor(options: HostRunOptions) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<SandboxOutcome>();
    this.outcome = promise;
    this.#settle = resolve;
    // Every call under way listens; Node takes more than ten listeners for a leak.
    setMaxListeners(0, this.#aborter.signal);
    this.#context = { signal: this.#aborter.signal, pauseClockWhile: (work) => this.#pauseClockWhile(work) };
  }

  get ended(): boolean {
    return this.#aborter.signal.aborted;
  }

  onEvent(event: ScriptEvent): void {
    if (this.ended || this.#violated) return;
    const { handlers } = this.#options;
    if (event.type === 'log') handlers.log({ level: event.level, text: event.text, ms: event.ms });
    else if (event.type === 'progress') handlers.progress(event.message, event.fraction);
    else if (!(event.type === 'display' ? this.#display(event.block) : this.#answerTo(event))) {
      this.#violated = true;
      this.#options.send({ type: 'violation', run: this.#options.run });
    }
  }

  /** The thread's verdict. */
  onEnd(end: RunEnd, ticks: readonly Tick[]): void {
    const { handlers, conditions } = this.#options;
    if (this.ended) return;
    handlers.trace?.({ ...conditions, ticks });
    if (end.ok) {
      const result = this.#violated ? undefined : readJson(end.text);
      this.end(
        result
          ? { ok: true, value: result.value }
          : { ok: false, failure: { code: 'sandbox_died', message: sandboxDied(protocolViolation).message } },
      );
      return;
    }
    const { code, message, position, clue, stack, failedCall } = end.failure;
    const toolError = failedCall === undefined ? undefined : this.#refused.get(failedCall);
    this.end({
      ok: false,
      failure: {
        code,
        message,
        ...(position && { position }),
        ...(clue && { clue }),
        ...(stack && { stack }),
        ...(toolError && { toolError }),
      },
    });
  }

  /** The first end counts: the outcome settles and every call under way is aborted. */
  end(outcome: SandboxOutcome): void {
    if (this.ended) return;
    this.#settle(outcome);
    this.#aborter.abort();
    this.#refused.clear();
  }

  /** Whether it is JSON. */
  #display(json: string): boolean {
    const content = readJson(json);
    const block = readDisplayBlock(content?.value);
    if (block !== undefined) this.#options.handlers.display(block);
    return content !== undefined;
  }

  /** Whether it can be read. */
  #answerTo(event: CallEvent): boolean {
    const call = guestCall(event);
    if (call !== undefined) void this.#call(call);
    return call !== undefined;
  }

  async #call(call: GuestCall): Promise<void> {
    const { run, send, limits } = this.#options;
    const reply = await this.#answer(call);
    if (this.ended) return;
    if (!reply.ok) {
      this.#refuse(call.sequence, reply.error);
      return;
    }
    const answer = replyText(reply.value, limits);
    if (answer.ok) send({ type: 'reply', run, call: call.sequence, text: answer.text });
    else this.#refuse(call.sequence, overLimit(call, answer.problem));
  }

  #refuse(call: number, error: CallFailure): void {
    this.#refused.set(call, error);
    this.#options.send({ type: 'refuse', run: this.#options.run, call, error: errorText(error, this.#options.limits) });
  }

  /** A handler that throws is a bug of ours: the log gets it, the script an error. */
  async #answer(call: GuestCall): Promise<CallReply> {
    try {
      return await this.#options.handlers.call(call, this.#context);
    } catch (error) {
      this.#options.log(`A call of a script was not answered: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      const message = 'Code Mode failed to make this call; see its log.';
      return { ok: false, error: { code: 'protocol_error', ...nameOf(call), message, retryable: false, content: [] } };
    }
  }

  async #pauseClockWhile<T>(work: () => Promise<T>): Promise<T> {
    const { run, send } = this.#options;
    send({ type: 'pause', run });
    try {
      return await work();
    } finally {
      send({ type: 'resume', run });
    }
  }
}

/** The thread has bounded how deep and how large its texts are; undefined for one that is no JSON. */
function readJson(json: string | undefined): { readonly value: JsonValue | undefined } | undefined {
  try {
    return { value: json === undefined ? undefined : (JSON.parse(json) as JsonValue) };
  } catch {
    return undefined;
  }
}

/** undefined for what our guest cannot have sent. */
function guestCall(event: CallEvent): GuestCall | undefined {
  const sent = readJson(event.type === 'codemode' ? event.params : event.input);
  if (sent === undefined) return undefined;
  const { call: sequence } = event;
  const { value: input } = sent;
  if (event.type === 'codemode')
    return Array.isArray(input) ? { target: 'codemode', sequence, method: event.method, params: input } : undefined;
  const { type: target, server } = event;
  if (target === 'feature') return { target, sequence, server, method: event.method, input };
  return { target, sequence, server, tool: event.tool, form: event.form, input };
}

function nameOf(call: GuestCall): { server: string; tool: string } {
  if (call.target === 'tool') return { server: call.server, tool: call.tool };
  return { server: call.target === 'feature' ? call.server : 'codemode', tool: call.method };
}

function overLimit(call: GuestCall, message: string): CallFailure {
  return { code: 'limit_exceeded', ...nameOf(call), message, retryable: false, content: [] };
}

/** `problem` says which limit, its value and its setting; `text` is JSON, undefined for `undefined`. */
type ReplyText = { readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly problem: string };

export function replyText(value: JsonValue | undefined, { replyBytes, valueDepth }: SandboxLimits): ReplyText {
  if (value === undefined) return { ok: true, text: undefined };
  if (!isWithinDepth(value, valueDepth)) {
    const problem = `The answer is nested more deeply than the limit of ${valueDepth} levels (codeMode.limits.valueDepth). Ask for a part of it.`;
    return { ok: false, problem };
  }
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= replyBytes) return { ok: true, text };
  const problem =
    `The answer has ${bytes.toLocaleString('en-US')} bytes, over the limit of ${replyBytes.toLocaleString('en-US')} bytes (codeMode.limits.replyBytes). ` +
    'Ask for less: a page, a filter, fewer fields.';
  return { ok: false, problem };
}

/** The error as JSON, its hint at the end of its message; without its content where that would be larger or deeper than an answer may be. */
export function errorText(error: CallFailure, limits: SandboxLimits): string {
  const content = replyText(error.content, limits); // guarded blocks are plain JSON
  const { hint, ...failure } = error;
  const message = hint === undefined ? error.message : `${error.message} ${hint}`;
  return JSON.stringify({ ...failure, message, ...(!content.ok && { content: [] }) });
}
