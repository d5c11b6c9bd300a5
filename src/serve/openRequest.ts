// One request of MCP 2026-07-28 over all its rounds. Its work goes on while no exchange of the client is under way: a question waits for the
// next one, and so does the result.
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { createHash, randomUUID } from 'node:crypto';
import { errorMessage } from '../base/errorMessage.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { answerMs, readEnvelope, type CallingClient, type ClientCall, type ElicitOptions, type ProgressReport } from './clientCall.ts';
import type { LogLevel, LogMessage } from './scriptLog.ts';

/** The answer to one exchange of a client. */
export type RoundAnswer =
  | { readonly kind: 'done'; readonly result: CallToolResult }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | {
      readonly kind: 'asks';
      readonly request: string;
      /** Parameters of `elicitation/create`, by key. */
      readonly questions: Readonly<Record<string, JsonObject>>;
      readonly round: number;
      /** True if another process may begin the request anew with the answers. */
      readonly mayRestart: boolean;
      /** The record of the run, where there is one. */
      readonly run?: string;
    };

/** One request and its answer, as the client sees them, here or at another process. */
export interface Exchange {
  readonly signal: AbortSignal;
  /** Undefined where the client did not ask for progress. */
  readonly progress: ((report: ProgressReport) => void) | undefined;
  log(params: LogMessage): void;
}

interface Question {
  readonly params: JsonObject;
  readonly mayRestart: boolean;
  readonly settle: (answer: JsonObject) => void;
}

export class OpenRequest implements ClientCall {
  readonly id = randomUUID();
  readonly client: CallingClient;
  readonly meta: ClientCall['meta'];
  readonly logLevel: LogLevel | undefined;
  readonly #ended = new AbortController();
  /** Answers that were given to the same questions at a process that is gone, by `digestOf` the question. */
  readonly #given: ReadonlyMap<string, JsonObject>;
  readonly #questions = new Map<string, Question>();
  #run: string | undefined;
  #asked = 0;
  #round = 0;
  #exchange: (Exchange & { readonly respond: (answer: RoundAnswer) => void }) | undefined;
  #last: RoundAnswer | undefined;

  constructor(client: CallingClient, meta: ClientCall['meta'], envelope: object, given: ReadonlyMap<string, JsonObject> = new Map()) {
    this.client = client;
    this.meta = meta;
    this.logLevel = readEnvelope(envelope).logLevel;
    this.#given = given;
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** True while no exchange of the client is under way. */
  get waits(): boolean {
    return this.#exchange === undefined;
  }

  /** True if the round waits for the client: each does once. */
  takes(round: number): boolean {
    return this.waits && round === this.#round;
  }

  get progress(): ((report: ProgressReport) => void) | undefined {
    if (this.meta['progressToken'] === undefined) return undefined;
    return (report) => this.#exchange?.progress?.(report);
  }

  log(params: LogMessage): void {
    this.#exchange?.log(params);
  }

  recorded(run: string): void {
    this.#run = run;
  }

  visitEnded(): void {
    // MCP 2026-07-28 has no such notification: the client's user says it in the answer.
  }

  /** Ends the work: its client is gone. */
  giveUp(): void {
    this.#ended.abort();
  }

  /** Does the work of the request. Settles with whether the client was told its end; never rejects. */
  async work(work: (call: ClientCall) => Promise<CallToolResult>): Promise<boolean> {
    this.#last = await work(this).then((result): RoundAnswer => ({ kind: 'done', result }), failureOf);
    const isTold = !this.waits;
    this.#respond(this.#last);
    return isTold;
  }

  async elicit(params: JsonObject, { signal, mayRestart = false }: ElicitOptions): Promise<JsonObject> {
    const given = mayRestart ? this.#given.get(digestOf(params)) : undefined;
    if (given) return given;
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    this.#asked += 1;
    const key = `question${this.#asked}`;
    const tooLate = setTimeout(() => reject(new Error('no answer came')), answerMs);
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    try {
      signal.throwIfAborted();
      this.#questions.set(key, { params, mayRestart, settle: resolve });
      this.#askSoon();
      return await promise;
    } finally {
      clearTimeout(tooLate);
      signal.removeEventListener('abort', abort);
      this.#questions.delete(key);
    }
  }

  /** One more exchange, with the answers of the client's user by key. Settles with what the client is told; never rejects. */
  exchange(exchange: Exchange, responses: Readonly<Record<string, unknown>> = {}): Promise<RoundAnswer> {
    const { signal } = exchange;
    const { promise, resolve } = Promise.withResolvers<RoundAnswer>();
    if (this.#last) return Promise.resolve(this.#last);
    const abort = () => this.giveUp();
    this.#exchange = {
      ...exchange,
      respond: (answer) => {
        signal.removeEventListener('abort', abort);
        resolve(answer);
      },
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    for (const [key, response] of Object.entries(responses)) {
      if (isJsonObject(response)) this.#questions.get(key)?.settle(response);
      if (isJsonObject(response)) this.#questions.delete(key);
    }
    if (this.#questions.size > 0) this.#askSoon();
    return promise;
  }

  /** Questions of the same turn are asked together. */
  #askSoon(): void {
    setImmediate(() => {
      if (this.#questions.size === 0 || !this.#exchange) return;
      this.#round += 1;
      const all = [...this.#questions.values()];
      this.#respond({
        kind: 'asks',
        request: this.id,
        questions: Object.fromEntries([...this.#questions].map(([key, { params }]) => [key, params])),
        round: this.#round,
        mayRestart: all.every((question) => question.mayRestart),
        ...(this.#run !== undefined && { run: this.#run }),
      });
    });
  }

  #respond(answer: RoundAnswer): void {
    const exchange = this.#exchange;
    this.#exchange = undefined;
    exchange?.respond(answer);
  }
}

export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}

function failureOf(error: unknown): RoundAnswer {
  const code = error instanceof ProtocolError ? error.code : ProtocolErrorCode.InternalError;
  return { kind: 'failed', code, message: errorMessage(error) };
}
