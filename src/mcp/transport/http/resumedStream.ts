// One event stream, across as many connections as it takes: what an answer or a notification comes in.
import { setTimeout as wait } from 'node:timers/promises';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import type { EventLoopYield } from '../eventLoopYield.ts';
import { backoffMs, type BackoffTimes } from '../../protocol/backoff.ts';
import { mostBytesOf, refusedAnswer } from '../messageBounds.ts';
import { brokenAnswers } from '../brokenAnswers.ts';
import { errorAnswer, isAnswerTo, lostAnswerCode } from '../readMessages.ts';
import { boundedEvents } from './boundedBody.ts';
import { mayPass } from './httpFailure.ts';
import type { MarkedIntegers } from './markedIntegers.ts';
import { untilAborted } from '../../../base/withTimeout.ts';
import { linesDecoder, normalizeEvent, textOfEvent } from './normalizeSse.ts';
import { errorMessage } from '../../../base/errorMessage.ts';

interface StreamRequest {
  readonly url: string | URL;
  readonly init: RequestInit;
  /** The id of the JSON-RPC request that the stream is to answer; absent for a stream of notifications. */
  readonly awaited?: number | string | undefined;
  /** Of that request. */
  readonly method?: string | undefined;
}

export interface ResumedStreamOptions extends BackoffTimes {
  /** A stream of notifications is given up: `why`, as part of a sentence; or is there again: undefined. */
  readonly onNotificationsLost: (why: string | undefined) => void;
  /** Resolves when the server answers its next request. */
  readonly answered: () => Promise<unknown>;
  /** Removes the server's secrets. */
  readonly hide: (text: string) => string;
  /** Of all streams of the session. */
  readonly eventLoop: EventLoopYield;
  readonly integers: MarkedIntegers;
}

/** Tries in a row that bring nothing before an answer is given up, or notifications are. */
const maxFailures = { answer: 4, notifications: 10 };
/** A connection that was held for so long was worth it, even when nothing happened meanwhile. */
const worthwhileMs = 10_000;
/** A connection that ends sooner is made again less and less often, whatever it brought. */
const hastyMs = 1_000;
/** The shortest wait that a server can ask for, unless our own first wait is shorter. */
const leastRetryMs = 250;
/** How long a server may take to close a stream that has brought its answer. */
const closingMs = 1_000;

type Resumption =
  | { readonly kind: 'resumed'; readonly body: ReadableStream<Uint8Array> }
  | { readonly kind: 'failed'; readonly why: string; /** There is no use in another try. */ readonly final: boolean };

export class ResumedStream {
  readonly #fetch: FetchLike;
  readonly #request: StreamRequest;
  readonly #options: ResumedStreamOptions;
  readonly #controller: AbortController;
  #lastEventId: string | undefined;
  #retryMs = 0;

  /** Aborting `controller` ends the stream: it is no longer needed, or the session is over. */
  constructor(fetch: FetchLike, request: StreamRequest, controller: AbortController, options: ResumedStreamOptions) {
    this.#fetch = fetch;
    this.#request = request;
    this.#controller = controller;
    this.#options = options;
  }

  get #signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The stream that begins with `body`, as Server-Sent Events without ids. `onEnd` is called once. */
  read(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
    const events = this.#events(body, onEnd);
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await events.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(textOfEvent(value)));
      },
      cancel: () => this.#stop(),
    });
  }

  #stop(): void {
    this.#controller.abort();
  }

  #isStopped(): boolean {
    return this.#signal.aborted;
  }

  async *#events(first: ReadableStream<Uint8Array>, onEnd: () => void): AsyncGenerator<EventSourceMessage, void> {
    try {
      let failures = 0;
      let hasty = 0;
      for (let body = first; ;) {
        const since = performance.now();
        const { isAnswered, events } = yield* this.#relay(body);
        if (isAnswered || this.#isStopped()) return;
        const livedMs = performance.now() - since;
        if (events > 0 || livedMs >= worthwhileMs) failures = 0;
        hasty = livedMs < hastyMs ? hasty + 1 : 0;
        const resumption = await this.#resume(failures, hasty);
        const resumed = resumption.kind === 'resumed' ? resumption.body : yield* this.#giveUp(resumption.why);
        if (!resumed) return;
        failures += 1;
        body = resumed;
      }
    } finally {
      onEnd();
    }
  }

  /** Passes on one connection's events. */
  async *#relay(
    body: ReadableStream<Uint8Array>,
  ): AsyncGenerator<EventSourceMessage, { readonly isAnswered: boolean; readonly events: number }> {
    const leastMs = Math.min(leastRetryMs, this.#options.firstMs);
    const onRetry = (ms: number) => (this.#retryMs = Math.max(ms, leastMs));
    const { awaited, method } = this.#request;
    const reader = boundedEvents(body, this.#options.eventLoop, mostBytesOf(method))
      .pipeThrough(linesDecoder(), { signal: this.#signal })
      .pipeThrough(new EventSourceParserStream({ onRetry }))
      .getReader();
    let closing: NodeJS.Timeout | undefined;
    for (let events = 0; ; events++) {
      const read = await reader.read().catch(() => undefined);
      if (!read || read.done) {
        clearTimeout(closing);
        return { isAnswered: closing !== undefined, events };
      }
      const { id, event, data } = read.value;
      // An empty one takes back the one before (WHATWG HTML, "Server-sent events").
      if (id !== undefined) this.#lastEventId = id === '' ? undefined : id;
      if (data === '') continue;
      const refused = refusedAnswer(data, awaited ?? '', method);
      if (refused && awaited === undefined) continue;
      const { messages, events: normalized } = this.#normalized({ event, data: refused ? JSON.stringify(refused) : data });
      yield* normalized;
      // The server closes the stream after its answer; cutting it off would cost the connection, which can be used again.
      if (messages.some((message) => this.#isAwaited(message))) closing ??= setTimeout(() => this.#stop(), closingMs).unref();
    }
  }

  /** An answer that cannot be read is an error in its place. */
  #normalized(event: EventSourceMessage): ReturnType<typeof normalizeEvent> {
    const { awaited } = this.#request;
    const read = normalizeEvent(event, this.#options.integers);
    if (awaited === undefined || read.messages.length > 0) return read;
    const [broken] = brokenAnswers(event.data, [awaited], this.#options.hide);
    return broken ? { messages: [broken], events: [{ data: JSON.stringify(broken) }] } : read;
  }

  #isAwaited(message: JSONRPCMessage): boolean {
    const { awaited } = this.#request;
    return awaited !== undefined && isAnswerTo(message, awaited);
  }

  /** Waits and connects until it works; `failures` came before, and `hasty` connections in a row that soon ended. */
  async #resume(failures: number, hasty: number): Promise<Resumption> {
    const isAwaited = this.#request.awaited !== undefined;
    const most = isAwaited ? maxFailures.answer : maxFailures.notifications;
    let why = 'its connection broke and cannot resume';
    if (isAwaited && this.#lastEventId === undefined) return { kind: 'failed', why, final: true };
    for (let failed = failures; failed < most; failed++) {
      // The first wait is the server's to say; after failures and hasty ends it is at least ours.
      const tries = Math.max(failed, hasty - 1);
      const delay = tries === 0 && this.#retryMs > 0 ? this.#retryMs : Math.max(this.#retryMs, backoffMs(tries, this.#options));
      await wait(Math.min(delay, this.#options.capMs), undefined, { signal: this.#signal, ref: isAwaited }).catch(() => undefined);
      if (this.#isStopped()) break;
      const outcome = await this.#connect();
      if (outcome.kind === 'resumed' || outcome.final) return outcome;
      why = outcome.why;
    }
    return { kind: 'failed', why, final: true };
  }

  async #connect(): Promise<Resumption> {
    try {
      const headers = new Headers(this.#request.init.headers);
      headers.delete('content-type');
      headers.set('accept', 'text/event-stream');
      // As UTF-8, which `Headers` takes byte by byte.
      if (this.#lastEventId !== undefined) headers.set('last-event-id', Buffer.from(this.#lastEventId).toString('latin1'));
      const response = await this.#fetch(this.#request.url, { method: 'GET', headers, signal: this.#signal });
      if (response.ok && isEventStream(response) && response.body) return { kind: 'resumed', body: response.body };
      await response.body?.cancel();
      const { status } = response;
      return { kind: 'failed', why: `its connection broke; resuming gave HTTP ${status}`, final: !mayPass(status) };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return {
        kind: 'failed',
        why: `its connection broke; reconnecting failed (${errorMessage(cause)})`,
        final: false,
      };
    }
  }

  /** Tells that nothing comes any more; a connection if one can be made after all. */
  async *#giveUp(why: string): AsyncGenerator<EventSourceMessage, ReadableStream<Uint8Array> | undefined> {
    if (this.#isStopped()) return undefined;
    const { awaited } = this.#request;
    if (awaited === undefined) return this.#listenAgain(why);
    yield { data: JSON.stringify(errorAnswer(awaited, lostAnswerCode, why)) };
    return undefined;
  }

  /** A server that answers may be able to tell something, too; undefined when the session is over first. */
  async #listenAgain(why: string): Promise<ReadableStream<Uint8Array> | undefined> {
    this.#options.onNotificationsLost(`no more notifications: ${why}`);
    // Too long ago for any server to remember.
    this.#lastEventId = undefined;
    for (;;) {
      await untilAborted(this.#options.answered(), this.#signal);
      if (this.#isStopped()) return undefined;
      const outcome = await this.#connect();
      if (outcome.kind === 'resumed') {
        this.#options.onNotificationsLost(undefined);
        return outcome.body;
      }
      await wait(this.#options.capMs, undefined, { signal: this.#signal, ref: false }).catch(() => undefined);
    }
  }
}

export function isEventStream({ headers }: Response): boolean {
  return (headers.get('content-type') ?? '').toLowerCase().startsWith('text/event-stream');
}
