// One run as the extension host sees it: passes the script's calls to the engine and the answers back, and settles
// exactly once, whatever comes first.
import { setMaxListeners } from 'node:events';
import type { JsonValue } from '../../catalog/json.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import { readDisplayBlock } from '../protocol/displayBlock.ts';
import type { RunConditions, RunEnd, ScriptEvent, ToSupervisor, Tick } from '../protocol/messages.ts';
import { errorText, replyText } from './replyText.ts';
import type { CallContext, CallReply, GuestCall, SandboxHandlers, SandboxLimits, SandboxOutcome } from './sandboxPort.ts';

export interface HostRunOptions {
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
    if (this.ended) return;
    const { handlers } = this.#options;
    if (event.type === 'log') handlers.log({ level: event.level, text: event.text, ms: event.ms });
    else if (event.type === 'progress') handlers.progress(event.message, event.fraction);
    else if (event.type === 'display') this.#display(event.block);
    else void this.#call(event);
  }

  /** The thread's verdict. */
  onEnd(end: RunEnd, ticks: readonly Tick[]): void {
    const { handlers, conditions } = this.#options;
    if (this.ended) return;
    handlers.trace?.({ ...conditions, ticks });
    if (end.ok) {
      this.end({ ok: true, value: parseOptional(end.text) });
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

  #display(json: string): void {
    const block = readDisplayBlock(JSON.parse(json));
    if (block !== undefined) this.#options.handlers.display(block);
  }

  async #call(event: CallEvent): Promise<void> {
    const { run, send, limits } = this.#options;
    const call = guestCall(event);
    const reply = await this.#answer(call);
    if (this.ended) return;
    if (!reply.ok) {
      this.#refuse(event.call, reply.error);
      return;
    }
    const answer = replyText(reply.value, limits);
    if (answer.ok) send({ type: 'reply', run, call: event.call, text: answer.text });
    else this.#refuse(event.call, overLimit(call, answer.problem));
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

/** The thread has checked that its texts are JSON, and how deep and how large they are. */
function parseOptional(json: string | undefined): JsonValue | undefined {
  return json === undefined ? undefined : (JSON.parse(json) as JsonValue);
}

function guestCall(event: CallEvent): GuestCall {
  if (event.type === 'codemode') {
    return { target: 'codemode', sequence: event.call, method: event.method, params: JSON.parse(event.params) as JsonValue[] };
  }
  const { type: target, call: sequence, server } = event;
  const input = parseOptional(event.input);
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
