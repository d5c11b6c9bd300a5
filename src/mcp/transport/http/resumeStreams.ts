// Event streams that outlive their connections (MCP 2025-11-25, "Resumability and Redelivery"). The SDK's transport above sees one
// stream per request, which ends with its answer. The SDK's own resumption is not used: it forgets where it was when a resumed
// stream breaks again, and a call whose stream cannot be resumed would wait for ever.
import { PROTOCOL_VERSION_META_KEY, type FetchLike, type JSONRPCMessage } from '@modelcontextprotocol/client';
import { EventLoopYield } from '../eventLoopYield.ts';
import { mayPass } from './httpFailure.ts';
import { isEventStream, ResumedStream, type ResumedStreamOptions } from './resumedStream.ts';
import { boundedBody } from './boundedBody.ts';
import { mostBytesOf, refusedAnswer } from '../messageBounds.ts';
import { brokenAnswers } from '../brokenAnswers.ts';
import { errorAnswer, isAnswerTo, lostAnswerCode, readMessages } from '../readMessages.ts';
import { stringifyExact } from '../../../base/exactJson.ts';
import type { JsonObject } from '../../../base/json.ts';

/** Wraps the `fetch` of one session. */
export function resumeStreams(fetch: FetchLike, options: Omit<ResumedStreamOptions, 'eventLoop' | 'answered'>): FetchLike {
  /** By the id of the request: ends the stream that is to answer it. */
  const awaited = new Map<number | string, AbortController>();
  let nextAnswer = Promise.withResolvers<undefined>();
  const streamOptions = { ...options, eventLoop: new EventLoopYield(), answered: () => nextAnswer.promise };
  return async (url, init = {}) => {
    const { id, method, hasEnvelope, cancelled } = readMessage(init);
    // A server need not answer what was cancelled, and its answer is not needed.
    if (cancelled !== undefined) awaited.get(cancelled)?.abort();
    const controller = new AbortController();
    const { signal: session } = init;
    const stop = () => controller.abort();
    session?.addEventListener('abort', stop, { once: true });
    if (session?.aborted) stop();
    if (id !== undefined) awaited.set(id, controller);
    const done = () => {
      session?.removeEventListener('abort', stop);
      if (id !== undefined) awaited.delete(id);
    };
    try {
      const isListening = init.method === 'GET';
      // A request that is cancelled lets go of its connection, whatever has come of the answer.
      const asked = fetch(url, id === undefined ? init : { ...init, signal: controller.signal });
      const response = await (isListening ? notifications(asked) : asked);
      const { body } = response;
      if (response.ok && !isListening) {
        nextAnswer.resolve(undefined);
        nextAnswer = Promise.withResolvers();
      }
      if (body !== null && response.ok && isEventStream(response) && (id !== undefined || isListening)) {
        const stream = new ResumedStream(fetch, { url, init, awaited: id, method }, controller, streamOptions);
        return copy(response, stream.read(body, done));
      }
      const { hide, integers } = options;
      const whole = id === undefined ? undefined : await readWhole(response, { id, method, hasEnvelope, hide, integers });
      done();
      return whole ?? copy(response, body && boundedBody(body));
    } catch (error) {
      done();
      throw error;
    }
  };
}

interface SentMessage {
  /** Of a request. */
  readonly id?: number | string | undefined;
  readonly method?: string | undefined;
  /** The request names its version of MCP, as each does from 2026-07-28 on. */
  readonly hasEnvelope?: boolean | undefined;
  /** The request that this message cancels. */
  readonly cancelled?: number | string | undefined;
}

/** The request that an answer in one body belongs to. */
interface AskedRequest extends Pick<ResumedStreamOptions, 'hide' | 'integers'> {
  readonly id: number | string;
  readonly method: string | undefined;
  readonly hasEnvelope: boolean | undefined;
}

interface SentParameters {
  readonly requestId?: number | string;
  readonly _meta?: JsonObject;
}

/** What the SDK sends, which needs no guard: at most one JSON-RPC message. */
function readMessage({ body }: RequestInit): SentMessage {
  if (typeof body !== 'string') return {};
  const { id, method, params } = JSON.parse(body) as { id?: number | string; method?: string; params?: SentParameters };
  if (method === 'notifications/cancelled') return { cancelled: params?.requestId };
  return method === undefined ? {} : { id, method, hasEnvelope: params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined };
}

/** The stream of notifications. What may pass counts as a connection that broke: it is made again. */
async function notifications(asked: Promise<Response>): Promise<Response> {
  const response = await asked.catch(() => undefined);
  if (response && !mayPass(response.status) && (!response.ok || isEventStream(response))) return response;
  await response?.body?.cancel();
  // The SDK would ask every second for a stream that is none.
  if (response?.ok) return new Response(null, { status: 405 });
  return new Response('', { headers: { 'content-type': 'text/event-stream' } });
}

/** An answer that is no stream, or the words of a refusal. */
async function readWhole(response: Response, asked: AskedRequest): Promise<Response> {
  if (response.ok) return answerBody(response, asked);
  // One that breaks off is a refusal all the same.
  const text = response.body && (await new Response(boundedBody(response.body)).text().catch(() => ''));
  const unknown = response.status === 404 ? unknownMethod(text ?? '', asked) : undefined;
  return unknown ? jsonOf(JSON.stringify(unknown), response.headers) : copy(response, text);
}

/**
 * The error in the body of an HTTP 404, by which MCP 2026-07-28 answers a request for a method that the server does not have. The SDK (2.4)
 * reads such errors with HTTP 400 alone. An older server may mean by HTTP 404 that there is no MCP at its address, or that the session is over.
 */
function unknownMethod(text: string, { id, method, hasEnvelope }: AskedRequest): JSONRPCMessage | undefined {
  if (!hasEnvelope || method === 'server/discover') return undefined;
  const [error, ...others] = readMessages(text).messages;
  return error && 'error' in error && isAnswerTo(error, id) && others.length === 0 ? error : undefined;
}

function copy({ status, statusText, headers }: Response, body: ReadableStream<Uint8Array> | string | null): Response {
  return new Response(body, { status, statusText, headers });
}

// An answer that comes as one body. The SDK takes what it finds there for the answer, and waits for ever when it is another's or
// none; it also insists on the content type, which VS Code does not (1.139).
/** The same response with an answer to request `id`, of this method, in its body; unchanged where the body is no JSON-RPC, which the SDK tells. */
async function answerBody(response: Response, { id, method, hide, integers }: AskedRequest): Promise<Response> {
  const text = response.body ? await new Response(boundedBody(response.body, mostBytesOf(method))).text() : '';
  const { headers } = response;
  const refused = refusedAnswer(text, id, method);
  if (refused) return jsonOf(JSON.stringify(refused), headers);
  const { messages, isExact } = readMessages(text);
  if (messages.length === 0 && !isEmpty(text)) {
    const [broken] = brokenAnswers(text, [id], hide);
    return broken ? jsonOf(JSON.stringify(broken), headers) : new Response(text, { headers });
  }
  // An error without an id is about a request that the server could not read: ours.
  const addressed = messages.map((message) => ('error' in message && message.id === undefined ? { ...message, id } : message));
  if (isExact && messages.some((message) => isAnswerTo(message, id))) return jsonOf(integers.mark(text, messages), headers);
  const marked = (all: unknown) => integers.mark(stringifyExact(all), all);
  if (addressed.some((message) => isAnswerTo(message, id))) return jsonOf(marked(addressed), headers);
  const why = messages.length > 0 ? 'it answered another request' : `it sent no answer (HTTP ${response.status})`;
  return jsonOf(marked([...messages, errorAnswer(id, lostAnswerCode, why)]), headers);
}

/** Nothing, or a batch of nothing. */
function isEmpty(text: string): boolean {
  return /^\s*(\[\s*\]\s*)?$/.test(text);
}

function jsonOf(text: string, given: Headers): Response {
  const headers = new Headers(given);
  headers.set('content-type', 'application/json');
  return new Response(text, { headers });
}
