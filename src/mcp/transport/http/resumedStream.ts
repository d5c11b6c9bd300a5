// One event stream over any number of connections. The stream carries an answer or notifications.
import { setTimeout as wait } from 'node:timers/promises';
import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { backoffMs, type BackoffTimes } from '../../protocol/backoff.ts';
import type { MessageReader } from '../messageReader.ts';
import { errorAnswer, isAnswerTo, lostAnswerCode } from '../readMessages.ts';
import { mayPass } from './httpFailure.ts';
import type { TimeSlice } from '../../../base/timeSlice.ts';
import { untilAborted } from '../../../base/withTimeout.ts';
import { eventLines } from './eventLines.ts';
import { errorMessage } from '../../../base/errorMessage.ts';

interface StreamRequest {
  readonly fetch: FetchLike;
  readonly url: string | URL;
  readonly init: RequestInit;
  /** ID of the JSON-RPC request that the stream answers; undefined for a stream of notifications. */
  readonly awaited?: number | string | undefined;
  /** Reads the events. */
  readonly reader: MessageReader;
  /** Aborting it ends the stream, because the stream is no longer needed or the session has ended. */
  readonly controller: AbortController;
}

export interface ResumedStreamOptions extends BackoffTimes {
  /** Called when a stream of notifications is given up, with the reason, and with undefined when it works again. */
  readonly onNotificationsLost: (why: string | undefined) => void;
  /** Resolves when the server answers its next request. */
  readonly answered: () => Promise<unknown>;
  /** Receives the messages of one event. */
  readonly deliver: (messages: readonly JSONRPCMessage[]) => Promise<void>;
  /** Called with an event that is not MCP. */
  readonly onGarbage: (text: string) => void;
  /** Shared by all streams of the session, so that a flood of messages slows down only its own server. */
  readonly slice: TimeSlice;
}

/** Maximum number of consecutive connections without an event before the stream is given up. */
const maxFailures = { answer: 4, notifications: 10 };
/** A connection that lasted this long, in milliseconds, does not count as a failure even without an event. */
const worthwhileMs = 10_000;
/** After a connection shorter than this, in milliseconds, the next delay grows, even if there were events. */
const hastyMs = 1_000;
/** Minimum delay in milliseconds that a server can ask for, unless the first delay of the options is shorter. */
const leastRetryMs = 250;
/** Time in milliseconds that a server has to close a stream after its answer. */
const closingMs = 1_000;

/** A new connection, or why there is none; `final` is true if another attempt is useless. */
type Resumption =
  { readonly body: ReadableStream<Uint8Array> } | { readonly why: string; readonly final: boolean };

export class ResumedStream {
  readonly #request: StreamRequest;
  readonly #options: ResumedStreamOptions;
  readonly #signal: AbortSignal;
  #lastEventId: string | undefined;
  #retryMs = 0;

  constructor(request: StreamRequest, options: ResumedStreamOptions) {
    this.#request = request;
    this.#options = options;
    this.#signal = request.controller.signal;
  }

  /** Delivers the messages of the stream that begins with `first`. Resolves at its end, and never rejects. */
  async run(first: ReadableStream<Uint8Array>): Promise<void> {
    let failures = 0;
    let hasty = 0;
    for (let body = first; ;) {
      const since = performance.now();
      const { isAnswered, events } = await this.#relay(body);
      if (isAnswered || this.#isStopped()) return;
      const livedMs = performance.now() - since;
      if (events > 0 || livedMs >= worthwhileMs) failures = 0;
      hasty = livedMs < hastyMs ? hasty + 1 : 0;
      const resumption = await this.#resume(failures, hasty);
      const resumed = 'body' in resumption ? resumption.body : await this.#giveUp(resumption.why);
      if (!resumed) return;
      failures += 1;
      body = resumed;
    }
  }

  #isStopped(): boolean {
    return this.#signal.aborted;
  }

  /** Delivers the messages of one connection. */
  async #relay(
    body: ReadableStream<Uint8Array>,
  ): Promise<{ readonly isAnswered: boolean; readonly events: number }> {
    const { firstMs, slice, deliver, onGarbage } = this.#options;
    const leastMs = Math.min(leastRetryMs, firstMs);
    const onRetry = (ms: number) => (this.#retryMs = Math.max(ms, leastMs));
    const { awaited, reader, controller } = this.#request;
    const stream = body
      .pipeThrough(eventLines(reader.maxBytes), { signal: this.#signal })
      .pipeThrough(new EventSourceParserStream({ onRetry }))
      .getReader();
    let closing: NodeJS.Timeout | undefined;
    for (let events = 0; ; events++) {
      const read = await stream.read().catch(() => undefined);
      if (!read || read.done) {
        clearTimeout(closing);
        return { isAnswered: closing !== undefined, events };
      }
      const { id, event = 'message', data } = read.value;
      // An empty ID removes the previous one (WHATWG HTML, "Server-sent events").
      if (id !== undefined) this.#lastEventId = id === '' ? undefined : id;
      // MCP uses no events of other names, so an answer in such an event does not count.
      if (data === '' || event !== 'message') continue;
      const { messages, isMcp } = reader.read(data);
      if (!isMcp) onGarbage(data);
      await deliver(messages);
      await slice.yieldIfOver();
      // The server normally closes the stream after its answer. Cutting the stream off at once would waste a connection
      // that can be used again.
      if (awaited !== undefined && messages.some((message) => isAnswerTo(message, awaited)))
        closing ??= setTimeout(() => controller.abort(), closingMs).unref();
    }
  }

  /**
   * Waits and connects until a connection works. `failures` is the number of failures so far; `hasty` is the number of
   * consecutive connections that ended soon.
   */
  async #resume(failures: number, hasty: number): Promise<Resumption> {
    const isAwaited = this.#request.awaited !== undefined;
    const most = isAwaited ? maxFailures.answer : maxFailures.notifications;
    let why = 'its connection broke and cannot resume';
    if (isAwaited && this.#lastEventId === undefined) return { why, final: true };
    for (let failed = failures; failed < most; failed++) {
      // The server chooses the first delay. After failures and short connections, the delay is at least the backoff of
      // this client.
      const tries = Math.max(failed, hasty - 1);
      const delay =
        tries === 0 && this.#retryMs > 0
          ? this.#retryMs
          : Math.max(this.#retryMs, backoffMs(tries, this.#options));
      await wait(Math.min(delay, this.#options.capMs), undefined, {
        signal: this.#signal,
        ref: isAwaited,
      }).catch(() => undefined);
      if (this.#isStopped()) break;
      const outcome = await this.#connect();
      if ('body' in outcome || outcome.final) return outcome;
      why = outcome.why;
    }
    return { why, final: true };
  }

  async #connect(): Promise<Resumption> {
    try {
      const { fetch, url, init } = this.#request;
      const headers = new Headers(init.headers);
      headers.delete('content-type');
      headers.set('accept', 'text/event-stream');
      // The ID is sent as UTF-8, so each byte becomes one character for `Headers`.
      if (this.#lastEventId !== undefined)
        headers.set('last-event-id', Buffer.from(this.#lastEventId).toString('latin1'));
      const response = await fetch(url, { method: 'GET', headers, signal: this.#signal });
      const { body, status } = response;
      if (response.ok && isEventStream(response) && body) return { body };
      await body?.cancel();
      return { why: `its connection broke; resuming gave HTTP ${status}`, final: !mayPass(status) };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { why: `its connection broke; reconnecting failed (${errorMessage(cause)})`, final: false };
    }
  }

  /** Reports that the stream has ended. Resolves to a connection if a stream of notifications works again later. */
  async #giveUp(why: string): Promise<ReadableStream<Uint8Array> | undefined> {
    if (this.#isStopped()) return undefined;
    const { awaited } = this.#request;
    if (awaited === undefined) return this.#listenAgain(why);
    await this.#options.deliver([errorAnswer(awaited, lostAnswerCode, why)]);
    return undefined;
  }

  /** Tries to connect again whenever the server answers a request. Resolves to undefined if the session ends first. */
  async #listenAgain(why: string): Promise<ReadableStream<Uint8Array> | undefined> {
    this.#options.onNotificationsLost(`no more notifications: ${why}`);
    // The last event is too old for any server to resume from it.
    this.#lastEventId = undefined;
    for (;;) {
      await untilAborted(this.#options.answered(), this.#signal);
      if (this.#isStopped()) return undefined;
      const outcome = await this.#connect();
      if ('body' in outcome) {
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
