// The HTTP+SSE transport of MCP 2024-11-05, which preceded Streamable HTTP and has one stream for all answers.
/* eslint-disable @typescript-eslint/no-deprecated --
   the transport is deprecated, not the servers that speak nothing else */
import {
  SSEClientTransport,
  SseError,
  type FetchLike,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { AnswerQueue, answersAtOnce } from '../answerQueue.ts';
import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import { isLostAnswer } from '../readMessages.ts';
import { handOver, type RequestFailure, type SessionTransport } from '../sessionTransport.ts';
import { errorLine, isMcpError, withoutCode } from '../../protocol/errorLine.ts';
import { launchSecrets, type HttpLaunch } from '../../definitions/index.ts';
import type { Secrets } from '../../protocol/secrets.ts';
import { boundedBody } from './boundedBody.ts';
import { eventLines } from './eventLines.ts';
import { MessageReader } from '../messageReader.ts';
import { networkFailure, statusFailure, withoutQuery } from './httpFailure.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import { traceHeaders, webRequests, type HttpOptions } from './webRequests.ts';

/**
 * The SDK's transport, which closes when the stream ends. The SDK would connect again, but a new stream is a new
 * session that is not initialized.
 */
export class LegacySseTransport extends SSEClientTransport implements SessionTransport {
  readonly network = 'tcp';
  readonly secrets: Secrets;
  /** True if the server has sent its endpoint, which proves that it speaks this transport. */
  isConnected = false;
  readonly #launch: HttpLaunch;
  readonly #options: HttpOptions;
  readonly #answers = new AnswerQueue({
    atOnce: answersAtOnce,
    send: (answer) => super.send(answer),
    onFlood: () => void this.close(),
  });
  readonly #reader = new MessageReader((text) => this.secrets.hide(text));
  readonly #slice = new TimeSlice();

  constructor(launch: HttpLaunch, options: HttpOptions) {
    const { url, fetch, ...requests } = webRequests(launch, options);
    const request: FetchLike = async (address, init = {}) => {
      const headers = new Headers(init.headers);
      // The SDK takes headers for one message only over Streamable HTTP.
      const { body } = init;
      const isTraced = typeof body === 'string' && body.includes('"traceparent"');
      const trace = isTraced ? traceHeaders(JSON.parse(body) as JSONRPCMessage) : {};
      for (const [name, value] of Object.entries(trace)) headers.set(name, value);
      const response = await fetch(address, { ...init, headers });
      if (!response.body) return response;
      const isStream = response.ok && (init.method ?? 'GET') === 'GET';
      return new Response(
        isStream ? this.#withoutMessages(response.body) : boundedBody(response.body),
        response,
      );
    };
    super(url, { ...requests, fetch: request });
    this.#launch = launch;
    this.#options = options;
    this.secrets = launchSecrets(launch, { tokens: options.authorization?.secrets });
  }

  override async start(): Promise<void> {
    const { onerror } = this;
    this.onerror = (error) => {
      onerror?.(error);
      if (error instanceof SseError) void this.close();
    };
    await super.start();
    this.isConnected = true;
  }

  override send(message: JSONRPCMessage): Promise<void> {
    this.#reader.sent(message);
    return 'method' in message ? super.send(message) : this.#answers.send(message);
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
    return status === undefined
      ? networkFailure(error)
      : statusFailure(Number(status), errorLine(error), true);
  }

  /**
   * Delivers the messages of the stream. Returns the stream without them, which the SDK needs for the endpoint: the SDK
   * would round large integers, and drop a message that differs from its schemas.
   */
  #withoutMessages(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return body
      .pipeThrough(eventLines())
      .pipeThrough(new EventSourceParserStream())
      .pipeThrough(
        new TransformStream<EventSourceMessage, string>({
          transform: async ({ event = 'message', data }, controller) => {
            if (event === 'message') await this.#receive(data);
            else controller.enqueue(`event: ${event}\ndata: ${data.replaceAll('\n', '\ndata: ')}\n\n`);
          },
        }),
      )
      .pipeThrough(new TextEncoderStream());
  }

  async #receive(text: string): Promise<void> {
    const { messages, isMcp } = this.#reader.read(text);
    if (!isMcp) this.onerror?.(new Error(`not MCP: ${text}`));
    for (const message of messages) this.#reader.came(message);
    await handOver(messages, this);
    await this.#slice.yieldIfOver();
  }
}
