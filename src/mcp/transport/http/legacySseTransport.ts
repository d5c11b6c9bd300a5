// The HTTP+SSE transport of MCP 2024-11-05, which preceded Streamable HTTP and has one stream for all answers.
/* eslint-disable @typescript-eslint/no-deprecated --
   the transport is deprecated, not the servers that speak nothing else */
import {
  SSEClientTransport,
  SseError,
  type FetchLike,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { AnswerQueue, answersAtOnce } from '../answerQueue.ts';
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import { isLostAnswer } from '../readMessages.ts';
import type { RequestFailure, SessionTransport } from '../sessionTransport.ts';
import { errorLine, isMcpError, withoutCode } from '../../protocol/errorLine.ts';
import { launchSecrets, type HttpLaunch } from '../../definitions/index.ts';
import type { Secrets } from '../../protocol/secrets.ts';
import { boundedEvents } from './boundedBody.ts';
import { linesDecoder, normalizeEvent, textOfEvent } from './normalizeSse.ts';
import { MarkedIntegers } from './markedIntegers.ts';
import { MessageBounds } from '../messageBounds.ts';
import { networkFailure, withoutQuery } from './httpFailure.ts';
import { EventLoopYield } from '../eventLoopYield.ts';
import { webRequests, type HttpOptions, type SendTraced } from './webRequests.ts';

/**
 * Wraps the SDK's transport, and closes when the stream ends. The SDK's transport would connect again, but a new stream
 * is a new session that is not initialized.
 */
export class LegacySseTransport implements SessionTransport {
  readonly network = 'tcp';
  readonly secrets: Secrets;
  readonly tokens: Secrets | undefined;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly #inner: SSEClientTransport;
  /** True if the server has sent its endpoint, which proves that it speaks this transport. */
  isConnected = false;
  readonly #sendTraced: SendTraced;
  readonly #launch: HttpLaunch;
  readonly #options: HttpOptions;
  readonly #answers = new AnswerQueue({
    atOnce: answersAtOnce,
    send: (answer) => this.#inner.send(answer),
    onFlood: () => void this.close(),
  });
  readonly #bounds = new MessageBounds();
  readonly #integers = new MarkedIntegers();
  readonly restored = this.#integers.restored;
  #closed = false;

  constructor(launch: HttpLaunch, options: HttpOptions) {
    this.#launch = launch;
    this.#options = options;
    this.tokens = options.authorization?.secrets;
    this.secrets = launchSecrets(launch, { tokens: this.tokens });
    const { url, fetch, sendTraced, ...requests } = webRequests(launch, options);
    this.#sendTraced = sendTraced;
    const eventLoop = new EventLoopYield();
    const request: FetchLike = async (address, init) => {
      const response = await fetch(address, init);
      const { body, status, statusText, headers } = response;
      if (!body) return response;
      const bounded = boundedEvents(body, eventLoop);
      const isStream = response.ok && (init?.method ?? 'GET') === 'GET';
      return new Response(isStream ? this.#normalized(bounded) : bounded, { status, statusText, headers });
    };
    this.#inner = new SSEClientTransport(url, { ...requests, fetch: request });
    this.#inner.onmessage = (message) => {
      this.#bounds.came(message);
      this.onmessage?.(message);
    };
    this.#inner.onerror = (error) => {
      this.onerror?.(error);
      if (error instanceof SseError) void this.close();
    };
  }

  async start(): Promise<void> {
    await this.#inner.start();
    this.isConnected = true;
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#bounds.sent(message);
    return 'method' in message
      ? this.#sendTraced(message, () => this.#inner.send(message))
      : this.#answers.send(message);
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#inner.close();
    this.onclose?.();
  }

  explainStart(error: unknown, timedOut: boolean): string {
    const url = withoutQuery(this.#launch.url);
    const { origin, startMs } = this.#options;
    const why = timedOut ? `"initialize" took over ${startMs / 1000} s` : errorLine(error);
    return `its legacy HTTP+SSE transport at ${url} failed: ${why}. Check "url" in ${origin}.`;
  }

  explainEnd(): string {
    return this.#answers.flood ?? 'it closed its event stream';
  }

  explainRequest(error: unknown): RequestFailure {
    if (isLostAnswer(error)) return { message: withoutCode(error), gone: false, asked: true, isLost: true };
    if (isMcpError(error)) return { message: errorLine(error), gone: false, asked: true };
    const status = /\(HTTP (\d+)\)/.exec(errorLine(error))?.[1];
    if (status !== undefined) return { message: errorLine(error), gone: 'perhaps', asked: false };
    const failure = networkFailure(error);
    return { ...failure, gone: failure.asked ? 'perhaps' : true };
  }

  #normalized(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return body
      .pipeThrough(linesDecoder())
      .pipeThrough(new EventSourceParserStream())
      .pipeThrough(
        new TransformStream<EventSourceMessage, string>({
          transform: (event, controller) => {
            for (const one of this.#heard(event)) controller.enqueue(textOfEvent(one));
          },
        }),
      )
      .pipeThrough(new TextEncoderStream());
  }

  #heard(event: EventSourceMessage): readonly EventSourceMessage[] {
    const asEvents = (messages: readonly JSONRPCMessage[]) =>
      messages.map((message) => ({ data: JSON.stringify(message) }));
    const refusal = this.#bounds.refusal(event.data);
    if (refusal) return asEvents(refusal);
    const { messages, events } = normalizeEvent(event, this.#integers);
    const broken =
      messages.length > 0 ? [] : this.#bounds.broken(event.data, (text) => this.secrets.hide(text));
    return broken.length > 0 ? asEvents(broken) : events;
  }
}
