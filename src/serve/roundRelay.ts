// Passes rounds of a request to the process that does the work of the request, and returns the answer for the client.
// The processes exchange messages over their shared state (`code-mode serve --state`).
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { errorMessage } from '../base/errorMessage.ts';
import { stringifyExact } from '../base/exactJson.ts';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import type { Exchange, ProgressReport } from './clientCall.ts';
import type { RoundAnswer } from './openRequest.ts';
import type { LogMessage } from './scriptLog.ts';

/**
 * The state that the processes which serve the same clients share. Every method rejects if the state cannot be reached.
 */
export interface SharedRounds {
  /**
   * Resolves with true for the first call with this name in any process. The name is forgotten after `ttlMs`
   * milliseconds.
   */
  once(name: string, ttlMs: number): Promise<boolean>;
  /** Resolves with false if no process receives under this name. */
  send(to: string, text: string): Promise<boolean>;
  /** Receives texts until the returned function is called. */
  receive(name: string, listener: (text: string) => void): Promise<() => Promise<void>>;
}

export interface NextRound {
  readonly request: string;
  readonly round: number;
}

type Serve = (
  next: NextRound,
  exchange: Exchange,
  responses: Readonly<Record<string, unknown>>,
) => Promise<RoundAnswer>;

type Message = { readonly exchange: string } & (
  | ({
      readonly kind: 'next';
      readonly from: string;
      readonly responses: JsonObject;
    } & NextRound)
  /** The client has disconnected. */
  | { readonly kind: 'gone' }
  /** Checks that the receiver still runs. */
  | { readonly kind: 'there' }
  | { readonly kind: 'progress'; readonly report: ProgressReport }
  | { readonly kind: 'log'; readonly params: LogMessage }
  | { readonly kind: 'answer'; readonly answer: RoundAnswer }
);

/** Interval in milliseconds at which a waiting process checks that the other process still runs. */
const watchMs = 1_000;

export class RoundRelay implements AsyncDisposable {
  readonly #shared: SharedRounds;
  readonly #at: string;
  readonly #serve: Serve;
  /** Exchanges of clients of this process whose work is done by another process. */
  readonly #waiting = new Map<
    string,
    { readonly exchange: Exchange; readonly settle: (answer: RoundAnswer | 'gone') => void }
  >();
  /** Exchanges of clients of other processes whose work is done by this process. */
  readonly #served = new Map<string, AbortController>();
  #receiving: Promise<() => Promise<void>> | undefined;

  /** Creates the relay of the process `at`. `serve` does one round of a request that this process works on. */
  constructor(shared: SharedRounds, at: string, serve: Serve) {
    this.#shared = shared;
    this.#at = at;
    this.#serve = serve;
  }

  /** Resolves when other processes can reach this one. */
  async ready(): Promise<void> {
    const receiving = (this.#receiving ??= this.#shared.receive(this.#at, (text) => this.#received(text)));
    receiving.catch(() => (this.#receiving = undefined));
    await receiving;
  }

  /**
   * Passes a round to the process `to` and resolves with the answer. `unreached`: the process has ended and never
   * received the round; `gone`: the process has ended and may have worked on the round.
   */
  async pass(
    to: string,
    { request, round }: NextRound,
    exchange: Exchange,
    responses: object,
  ): Promise<RoundAnswer | 'unreached' | 'gone'> {
    const id = randomUUID();
    const { promise, resolve: settle, reject } = Promise.withResolvers<RoundAnswer | 'gone'>();
    this.#waiting.set(id, { exchange, settle });
    const gone = () => {
      this.#send(to, { kind: 'gone', exchange: id }).catch(() => undefined);
      settle({ kind: 'failed', code: ProtocolErrorCode.InternalError, message: 'The client is gone.' });
    };
    exchange.signal.addEventListener('abort', gone, { once: true });
    const watch = setInterval(() => {
      this.#send(to, { kind: 'there', exchange: id }).then((isThere) => !isThere && settle('gone'), reject);
    }, watchMs);
    try {
      const next = {
        kind: 'next',
        exchange: id,
        from: this.#at,
        request,
        round,
        responses: responses as JsonObject,
      } as const;
      return (await this.#send(to, next)) ? await promise : 'unreached';
    } finally {
      clearInterval(watch);
      exchange.signal.removeEventListener('abort', gone);
      this.#waiting.delete(id);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const served of this.#served.values()) served.abort();
    const stop = await this.#receiving?.catch(() => undefined);
    await stop?.();
  }

  #send(to: string, message: Message): Promise<boolean> {
    return this.#shared.send(to, stringifyExact(message));
  }

  #received(text: string): void {
    const read = parseJson(text);
    if (!isJsonObject(read)) return;
    const message = read as unknown as Message; // The message was sent by another process of this program.
    const waiting = this.#waiting.get(message.exchange);
    if (message.kind === 'next') void this.#next(message);
    else if (message.kind === 'gone') this.#served.get(message.exchange)?.abort();
    else if (message.kind === 'progress') waiting?.exchange.progress?.(message.report);
    else if (message.kind === 'log') waiting?.exchange.log(message.params);
    else if (message.kind === 'answer') waiting?.settle(message.answer);
  }

  async #next(message: Extract<Message, { kind: 'next' }>): Promise<void> {
    const { exchange: id, from, responses, ...next } = message;
    const left = new AbortController();
    this.#served.set(id, left);
    const send = (message: Message) => void this.#send(from, message).catch(() => undefined);
    const exchange: Exchange = {
      signal: left.signal,
      progress: (report) => send({ kind: 'progress', exchange: id, report }),
      log: (params) => send({ kind: 'log', exchange: id, params }),
    };
    const answer = await this.#serve(next, exchange, responses).catch((error: unknown): RoundAnswer => ({
      kind: 'failed',
      code: ProtocolErrorCode.InvalidParams,
      message: errorMessage(error),
    }));
    this.#served.delete(id);
    send({ kind: 'answer', exchange: id, answer });
  }
}
