// One request of MCP 2026-07-28 with all its rounds. The work continues while the client has no exchange open:
// questions and the result wait for the next exchange.
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { createHash, randomUUID } from 'node:crypto';
import { errorMessage } from '../base/errorMessage.ts';
import { rejectOnAbort } from '../base/withTimeout.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import {
  questionTimeoutMs,
  readEnvelope,
  type CallingClient,
  type ClientCall,
  type ElicitOptions,
  type Exchange,
} from './clientCall.ts';
import type { McpLogLevel, LogMessage } from './scriptLog.ts';

/** The answer to one exchange of a client. */
export type RoundAnswer =
  | { readonly kind: 'done'; readonly result: CallToolResult }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
  | {
      readonly kind: 'asks';
      readonly request: string;
      /** Parameters of `elicitation/create` by the key of the question. */
      readonly questions: Readonly<Record<string, JsonObject>>;
      readonly round: number;
      /** True if another process may start the request again with the answers. */
      readonly mayRestart: boolean;
      /** The id of the run's record; absent if the request started no run. */
      readonly run?: string;
    };

interface ClientQuestion {
  readonly params: JsonObject;
  readonly mayRestart: boolean;
  readonly settle: (answer: JsonObject) => void;
}

export class OpenRequest implements ClientCall {
  readonly id = randomUUID();
  readonly client: CallingClient;
  readonly meta: ClientCall['meta'];
  readonly logLevel: McpLogLevel | undefined;
  readonly #ended = new AbortController();
  /** Answers that the client gave to the same questions at a process that has ended, by `digestOf` the question. */
  readonly #given: ReadonlyMap<string, JsonObject>;
  readonly #questions = new Map<string, ClientQuestion>();
  #run: string | undefined;
  #asked = 0;
  #round = 0;
  #exchange: (Exchange & { readonly respond: (answer: RoundAnswer) => void }) | undefined;
  #last: RoundAnswer | undefined;

  constructor(
    client: CallingClient,
    meta: ClientCall['meta'],
    envelope: object,
    given: ReadonlyMap<string, JsonObject> = new Map(),
  ) {
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

  /** True if the request waits for the client to send this round. Each round is accepted once. */
  takes(round: number): boolean {
    return this.waits && round === this.#round;
  }

  get progress(): Exchange['progress'] {
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
    // MCP 2026-07-28 has no such notification; the user confirms in the answer to the question.
  }

  /** Ends the work because the client has left. */
  giveUp(): void {
    this.#ended.abort();
  }

  /** Does the work of the request. Resolves with true if the client received the result; never rejects. */
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
    const tooLate = setTimeout(() => reject(new Error('no answer came')), questionTimeoutMs);
    try {
      this.#questions.set(key, { params, mayRestart, settle: resolve });
      this.#askSoon();
      return await rejectOnAbort(promise, signal);
    } finally {
      clearTimeout(tooLate);
      this.#questions.delete(key);
    }
  }

  /**
   * Starts one more exchange, with the user's answers by the key of the question. Resolves with the answer for the
   * client; never rejects.
   */
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
      if (!isJsonObject(response)) continue;
      this.#questions.get(key)?.settle(response);
      this.#questions.delete(key);
    }
    if (this.#questions.size > 0) this.#askSoon();
    return promise;
  }

  /** Sends questions of the same turn of the event loop together. */
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
