// Hands rounds of a request to the process that has its work, and brings back what the client is told, by messages of the state that
// the processes share (`code-mode serve --state`).
import { ProtocolErrorCode } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { errorMessage } from '../base/errorMessage.ts';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import type { ProgressReport } from './clientCall.ts';
import type { Exchange, RoundAnswer } from './openRequest.ts';
import type { LogMessage } from './scriptLog.ts';

/** The state that several processes share which serve the same clients. Every method rejects if the state cannot be reached. */
export interface SharedRounds {
  /** True for the first call with this name, of all processes. */
  once(name: string, ttlMs: number): Promise<boolean>;
  /** False where no process receives under that name. */
  send(to: string, text: string): Promise<boolean>;
  /** Until the function that it gives is called. */
  receive(name: string, listener: (text: string) => void): Promise<() => Promise<void>>;
}

export interface NextRound {
  readonly request: string;
  readonly round: number;
}

type Serve = (next: NextRound, exchange: Exchange, responses: Readonly<Record<string, unknown>>) => Promise<RoundAnswer>;

type Message = { readonly exchange: string } & (
  | ({ readonly kind: 'next'; readonly from: string; readonly reports: boolean; readonly responses: JsonObject } & NextRound)
  /** The client is gone. */
  | { readonly kind: 'gone' }
  /** Asks whether the receiver is there. */
  | { readonly kind: 'there' }
  | { readonly kind: 'progress'; readonly report: ProgressReport }
  | { readonly kind: 'log'; readonly params: LogMessage }
  | { readonly kind: 'answer'; readonly answer: RoundAnswer }
);

/** How often a process that waits for another asks whether it is there. */
const watchMs = 1_000;

export class RoundRelay implements AsyncDisposable {
  readonly #shared: SharedRounds;
  readonly #at: string;
  readonly #serve: Serve;
  /** Exchanges of clients here whose work is elsewhere. */
  readonly #waiting = new Map<string, { readonly exchange: Exchange; readonly settle: (answer: RoundAnswer | 'gone') => void }>();
  /** Exchanges of clients elsewhere whose work is here. */
  readonly #served = new Map<string, AbortController>();
  #receiving: Promise<() => Promise<void>> | undefined;

  /** `serve` does one round of a request whose work is here. */
  constructor(shared: SharedRounds, at: string, serve: Serve) {
    this.#shared = shared;
    this.#at = at;
    this.#serve = serve;
  }

  /** Settles when other processes reach this one. */
  async ready(): Promise<void> {
    const receiving = (this.#receiving ??= this.#shared.receive(this.#at, (text) => this.#received(text)));
    receiving.catch(() => (this.#receiving = undefined));
    await receiving;
  }

  /** The answer of the process `to`. `unreached`: that process is gone and never had this round; `gone`: it may have worked on this round. */
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
      const reports = exchange.progress !== undefined;
      const next = { kind: 'next', exchange: id, from: this.#at, request, round, reports, responses: responses as JsonObject } as const;
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
    return this.#shared.send(to, JSON.stringify(message));
  }

  #received(text: string): void {
    const read = parseJson(text);
    if (!isJsonObject(read)) return;
    const message = read as unknown as Message; // of another process of ours
    const waiting = this.#waiting.get(message.exchange);
    if (message.kind === 'next') void this.#next(message);
    else if (message.kind === 'gone') this.#served.get(message.exchange)?.abort();
    else if (message.kind === 'progress') waiting?.exchange.progress?.(message.report);
    else if (message.kind === 'log') waiting?.exchange.log(message.params);
    else if (message.kind === 'answer') waiting?.settle(message.answer);
  }

  async #next({ exchange: id, from, reports, responses, ...next }: Extract<Message, { kind: 'next' }>): Promise<void> {
    const left = new AbortController();
    this.#served.set(id, left);
    const send = (message: Message) => void this.#send(from, message).catch(() => undefined);
    const exchange: Exchange = {
      signal: left.signal,
      progress: reports ? (report) => send({ kind: 'progress', exchange: id, report }) : undefined,
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
