// Answers of a server over HTTP, in one body or in an event stream that survives broken connections (MCP 2025-11-25,
// "Resumability and Redelivery"). The SDK's transport sends the requests and sees HTTP 202 in place of an answer. The
// SDK does not read the answers itself: it waits for ever if the answer belongs to another request or its stream cannot
// be resumed, loses its position when a resumed stream breaks again, and rounds large integers.
import {
  PROTOCOL_VERSION_META_KEY,
  type FetchLike,
  type JSONRPCMessage,
  type JSONRPCRequest,
} from '@modelcontextprotocol/client';
import { mayPass } from './httpFailure.ts';
import { isEventStream, ResumedStream, type ResumedStreamOptions } from './resumedStream.ts';
import { boundedBody } from './boundedBody.ts';
import { TimeSlice } from '../../../base/timeSlice.ts';
import { exceededJsonLimit } from '../../../base/jsonLimits.ts';
import { MessageReader } from '../messageReader.ts';
import { errorAnswer, isAnswerTo, lostAnswerCode, readMessages } from '../readMessages.ts';

type Id = string | number;

interface HttpAnswersOptions extends Omit<ResumedStreamOptions, 'slice' | 'answered'> {
  /** Removes the server's secrets. */
  readonly hide: (text: string) => string;
}

/** The answers of one session. */
export class HttpAnswers {
  readonly #fetch: FetchLike;
  readonly #options: HttpAnswersOptions;
  readonly #streamOptions: ResumedStreamOptions;
  /** Controllers by request ID; aborting one ends the stream for the answer to this request. */
  readonly #awaited = new Map<Id, AbortController>();
  /** Reads the answer that has arrived, by request ID. */
  readonly #arrived = new Map<Id, () => Promise<void>>();
  #nextAnswer = Promise.withResolvers<undefined>();

  constructor(fetch: FetchLike, options: HttpAnswersOptions) {
    this.#fetch = fetch;
    this.#options = options;
    const answered = () => this.#nextAnswer.promise;
    this.#streamOptions = { ...options, slice: new TimeSlice(), answered };
  }

  /** Delivers the answer to a request, which has been sent. Resolves at the end of the answer. */
  async deliver(id: Id): Promise<void> {
    const deliver = this.#arrived.get(id);
    this.#arrived.delete(id);
    await deliver?.();
  }

  /** The `fetch` for the SDK's transport. */
  readonly fetch: FetchLike = async (url, init = {}) => {
    const sent = sentMessage(init);
    const request = sent && 'method' in sent && 'id' in sent ? sent : undefined;
    const id = request?.id;
    const reader = new MessageReader(this.#options.hide);
    if (sent) reader.sent(sent);
    this.#cancel(sent);
    const controller = new AbortController();
    const { signal: session } = init;
    const stop = () => controller.abort();
    session?.addEventListener('abort', stop, { once: true });
    if (session?.aborted) stop();
    if (id !== undefined) this.#awaited.set(id, controller);
    const done = () => {
      session?.removeEventListener('abort', stop);
      if (id !== undefined) this.#awaited.delete(id);
    };
    try {
      const isListening = init.method === 'GET';
      // A cancelled request releases its connection at any time.
      const asked = this.#fetch(url, id === undefined ? init : { ...init, signal: controller.signal });
      const response = await (isListening ? notifications(asked) : asked);
      const { body } = response;
      if (response.ok && !isListening) {
        this.#nextAnswer.resolve(undefined);
        this.#nextAnswer = Promise.withResolvers();
      }
      if (body !== null && response.ok && isEventStream(response) && (id !== undefined || isListening)) {
        const about = { fetch: this.#fetch, url, init, awaited: id, reader, controller };
        const stream = new ResumedStream(about, this.#streamOptions);
        const run = () => stream.run(body).finally(done);
        if (id === undefined) void run();
        else this.#arrived.set(id, run);
        return accepted(response);
      }
      const whole = request && (await this.#readWhole(response, request, reader));
      done();
      return whole ?? new Response(body && boundedBody(body), response);
    } catch (error) {
      done();
      throw error;
    }
  };

  /** A server need not answer a cancelled request, so its stream ends. */
  #cancel(sent: JSONRPCMessage | undefined): void {
    if (!sent || !('method' in sent) || sent.method !== 'notifications/cancelled') return;
    const id = sent.params?.['requestId'];
    if (typeof id === 'string' || typeof id === 'number') this.#awaited.get(id)?.abort();
  }

  /** Reads an answer that is not a stream, or the text of a refusal. */
  async #readWhole(response: Response, request: JSONRPCRequest, reader: MessageReader): Promise<Response> {
    if (response.ok) return this.#readAnswer(response, request.id, reader);
    // A refusal stays a refusal even if its text breaks off.
    const text = response.body && (await new Response(boundedBody(response.body)).text().catch(() => ''));
    const { status, statusText } = response;
    const unknown = status === 404 ? unknownMethod(text ?? '', request) : undefined;
    // With its headers, the SDK would take a refusal for missing scopes as the start of a sign-in of its own.
    if (!unknown) return new Response(text, { status, statusText });
    return this.#accept(response, request.id, [unknown]);
  }

  /** Reads an answer in one body. A body that is not JSON-RPC stays unchanged, and the SDK reports it. */
  async #readAnswer(response: Response, id: Id, reader: MessageReader): Promise<Response> {
    const text = response.body ? await new Response(boundedBody(response.body, reader.maxBytes)).text() : '';
    const { messages } = reader.read(text);
    if (messages.length === 0 && !isEmpty(text) && exceededJsonLimit(text) === undefined)
      return new Response(text, { headers: response.headers });
    // An error without an ID concerns a request that the server could not read, which must be this one.
    const addressed = messages.map((message) =>
      'error' in message && message.id === undefined ? { ...message, id } : message,
    );
    if (addressed.some((message) => isAnswerTo(message, id))) return this.#accept(response, id, addressed);
    const why =
      messages.length > 0 ? 'it answered another request' : `it sent no answer (HTTP ${response.status})`;
    return this.#accept(response, id, [...messages, errorAnswer(id, lostAnswerCode, why)]);
  }

  #accept(response: Response, id: Id, messages: readonly JSONRPCMessage[]): Response {
    this.#arrived.set(id, () => this.#options.deliver(messages));
    return accepted(response);
  }
}

/** The SDK reads the session ID in the headers. */
function accepted({ headers }: Response): Response {
  return new Response(null, { status: 202, headers });
}

/** Reads a message of the SDK, which needs no check: the body is at most one JSON-RPC message. */
function sentMessage({ body }: RequestInit): JSONRPCMessage | undefined {
  return typeof body === 'string' ? (JSON.parse(body) as JSONRPCMessage) : undefined;
}

/** Returns the stream of notifications. A temporary failure counts as a broken connection, which is connected again. */
async function notifications(asked: Promise<Response>): Promise<Response> {
  const response = await asked.catch(() => undefined);
  if (response && !mayPass(response.status) && (!response.ok || isEventStream(response))) return response;
  await response?.body?.cancel();
  // Without status 405, the SDK would ask every second for a stream that does not exist.
  if (response?.ok) return new Response(null, { status: 405 });
  return new Response('', { headers: { 'content-type': 'text/event-stream' } });
}

/**
 * Returns the error in the body of HTTP 404, with which MCP 2026-07-28 answers a request for an unknown method. The SDK
 * (2.4) reads such errors only with HTTP 400. From an older server, HTTP 404 may mean that there is no MCP at the
 * address, or that the session has ended.
 */
function unknownMethod(text: string, { id, method, params }: JSONRPCRequest): JSONRPCMessage | undefined {
  const hasEnvelope = params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
  if (!hasEnvelope || method === 'server/discover') return undefined;
  const [error, ...others] = readMessages(text);
  return error && 'error' in error && isAnswerTo(error, id) && others.length === 0 ? error : undefined;
}

/** True for an empty text or an empty batch. */
function isEmpty(text: string): boolean {
  return /^\s*(\[\s*\]\s*)?$/.test(text);
}
