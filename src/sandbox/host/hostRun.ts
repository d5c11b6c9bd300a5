// One run, as the extension host sees it. The class passes the script's calls to the engine and the answers back, and
// settles exactly once, with the first end that occurs.
import { setMaxListeners } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import { readDisplayBlock } from '../protocol/displayBlock.ts';
import {
  protocolViolation,
  sandboxDied,
  type FromRun,
  type RunVerdict,
  type ScriptCall,
  type Tick,
  type ToRun,
} from '../protocol/messages.ts';
import { errorReplyText, replyText } from './replyText.ts';
import { TickBatch } from '../protocol/tickBatch.ts';
import type {
  CallContext,
  CallReply,
  GuestCall,
  SandboxHandlers,
  SandboxLimits,
  SandboxOutcome,
} from './sandboxPort.ts';
import type { SandboxEngine } from '../protocol/sandboxOptions.ts';
import type { ValueTurns } from '../../base/valueTurns.ts';
import { parseExact } from '../../base/exactJson.ts';
import { errorStack } from '../../base/errorMessage.ts';

interface HostRunOptions {
  /** The port to this run in the supervisor thread. */
  readonly port: MessagePort;
  readonly turns: ValueTurns;
  readonly handlers: SandboxHandlers;
  readonly limits: SandboxLimits;
  readonly log: (line: string) => void;
}

export class HostRun {
  /** Settles exactly once and never rejects. */
  readonly outcome: Promise<SandboxOutcome>;
  readonly #options: HostRunOptions;
  readonly #toRun: TickBatch<ToRun>;
  readonly #settle: (outcome: SandboxOutcome) => void;
  readonly #aborter = new AbortController();
  readonly #context: CallContext;
  /** Errors of failed calls by call number. If the script does not catch one, the outcome contains it unchanged. */
  readonly #refused = new Map<number, CallFailure>();
  /** The engine in which the run took place; undefined while unknown. */
  engine: SandboxEngine | undefined;

  constructor(options: HostRunOptions) {
    this.#options = options;
    this.#toRun = new TickBatch(options.port);
    options.port.on('message', (batch: readonly FromRun[]) =>
      batch.forEach((message) => options.turns.add(valueLength(message), () => this.#take(message))),
    );
    const { promise, resolve } = Promise.withResolvers<SandboxOutcome>();
    this.outcome = promise;
    this.#settle = resolve;
    // Every pending call adds a listener; Node reports more than ten listeners as a leak.
    setMaxListeners(0, this.#aborter.signal);
    this.#context = { signal: this.#aborter.signal, pauseClockWhile: (work) => this.#pauseClockWhile(work) };
  }

  get ended(): boolean {
    return this.#aborter.signal.aborted;
  }

  /** Ends a run whose sandbox sent text that is not JSON, or a call that the unmodified guest cannot have sent. */
  #violate(): void {
    this.end({ ok: false, failure: sandboxDied(protocolViolation) });
  }

  #take(event: FromRun): void {
    const { handlers } = this.#options;
    if (event.type === 'end') this.#onEnd(event);
    else if (this.ended) return;
    else if (event.type === 'log')
      handlers.log({ level: event.level, text: event.text, ms: event.ms }, event.position);
    else if (event.type === 'ticks') {
      // The supervisor thread has written this text from validated numbers, with no more answers than calls.
      for (const tick of JSON.parse(`[${event.json}]`) as readonly Tick[]) handlers.tick?.(tick);
    } else if (event.type === 'progress') handlers.progress(event.message, event.fraction);
    else if (event.type === 'display') this.#display(event.block);
    else this.#answerTo(event.call);
  }

  /** Settles the run with the verdict of the supervisor thread. */
  #onEnd({ end, engine }: RunVerdict): void {
    if (this.ended) return;
    this.engine = engine;
    if (end.ok) {
      const result = readJson(end.text);
      if (result) this.end({ ok: true, value: result.value });
      else this.#violate();
      return;
    }
    const { failedCall, ...failure } = end.failure;
    const toolError = failedCall === undefined ? undefined : this.#refused.get(failedCall);
    this.end({ ok: false, failure: { ...failure, ...(toolError && { toolError }) } });
  }

  /**
   * Settles the outcome, aborts every pending call, and cancels the script if it still runs. Does nothing after the
   * first end.
   */
  end(outcome: SandboxOutcome): void {
    if (this.ended) return;
    this.#settle(outcome);
    this.#aborter.abort();
    this.#refused.clear();
    this.#options.port.close();
  }

  #display(json: string): void {
    const content = readJson(json);
    const block = readDisplayBlock(content?.value);
    if (content === undefined) this.#violate();
    else if (block !== undefined) this.#options.handlers.display(block);
  }

  #answerTo(sent: ScriptCall): void {
    const call = guestCall(sent);
    if (call === undefined) this.#violate();
    else void this.#call(call);
  }

  async #call(call: GuestCall): Promise<void> {
    const { limits } = this.#options;
    const reply = await this.#answer(call);
    if (this.ended) return;
    if (!reply.ok) return this.#refuse(call.sequence, reply.error);
    const answer = await replyText(reply.value, limits, () => this.ended);
    if (!answer.ok) return this.#refuse(call.sequence, failureOf(call, 'limit_exceeded', answer.problem));
    this.#give({ type: 'reply', call: call.sequence, text: answer.text }, answer.bytes);
  }

  async #refuse(call: number, error: CallFailure): Promise<void> {
    const text = await errorReplyText(error, this.#options.limits, () => this.ended);
    this.#refused.set(call, error);
    this.#give({ type: 'refuse', call, error: text }, Buffer.byteLength(text));
  }

  /** Long answers are written in several turns of the event loop, so the run may have ended meanwhile. */
  #give(answer: Extract<ToRun, { type: 'reply' | 'refuse' }>, bytes: number): void {
    if (this.ended) return;
    this.#options.handlers.answered?.(answer.call, bytes);
    this.#toRun.add(answer);
  }

  /** A handler that throws is a bug of Code Mode: the log gets the stack, and the script gets an error. */
  async #answer(call: GuestCall): Promise<CallReply> {
    try {
      return await this.#options.handlers.call(call, this.#context);
    } catch (error) {
      this.#options.log(`A call was not answered: ${errorStack(error)}`);
      return {
        ok: false,
        error: failureOf(call, 'protocol_error', 'Code Mode failed to call; see its log.'),
      };
    }
  }

  async #pauseClockWhile<T>(work: () => Promise<T>): Promise<T> {
    this.#toRun.add({ type: 'pause' });
    try {
      return await work();
    } finally {
      this.#toRun.add({ type: 'resume' });
    }
  }
}

/** Returns the length of the JSON text that the message carries, in characters. */
function valueLength(message: FromRun): number {
  switch (message.type) {
    case 'call':
      return message.call.input?.length ?? 0;
    case 'display':
      return message.block.length;
    case 'ticks':
      return message.json.length;
    case 'end':
      return message.end.ok ? (message.end.text?.length ?? 0) : 0;
    default:
      return 0;
  }
}

/** Parses text whose depth and size the supervisor thread has limited; undefined if the text is not JSON. */
function readJson(json: string | undefined): { readonly value: JsonValue | undefined } | undefined {
  try {
    return { value: json === undefined ? undefined : (parseExact(json) as JsonValue) };
  } catch {
    return undefined;
  }
}

/** Returns undefined for a message that the unmodified guest cannot have sent. */
function guestCall(sent: ScriptCall): GuestCall | undefined {
  const json = readJson(sent.input);
  if (json === undefined) return undefined;
  const { value } = json;
  if (sent.target !== 'codemode') return { ...sent, input: value };
  const { target, sequence, method } = sent;
  return Array.isArray(value) ? { target, sequence, method, params: value } : undefined;
}

function failureOf(call: GuestCall, code: CallFailure['code'], message: string): CallFailure {
  const server = call.target === 'codemode' ? 'codemode' : call.server;
  const tool = call.target === 'tool' ? call.tool : call.method;
  return { code, server, tool, message, retryable: false, content: [] };
}
