// Event streams that survive broken connections (MCP 2025-11-25, "Resumability and Redelivery"). The SDK's transport
// sees one stream for each request, which ends with the answer. The SDK's own resumption is not used, because it loses
// its position when a resumed stream breaks again, and a call whose stream cannot be resumed would wait for ever.
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
export function resumeStreams(
  fetch: FetchLike,
  options: Omit<ResumedStreamOptions, 'eventLoop' | 'answered'>,
): FetchLike {
  /** Controllers by request ID; aborting one ends the stream for the answer to this request. */
  const awaited = new Map<number | string, AbortController>();
  let nextAnswer = Promise.withResolvers<undefined>();
  const streamOptions = { ...options, eventLoop: new EventLoopYield(), answered: () => nextAnswer.promise };
  return async (url, init = {}) => {
    const sent = readMessage(init);
    const { id, method, cancelled } = sent;
    // A server need not answer a cancelled request, so its stream ends.
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
      // A cancelled request releases its connection at any time.
      const asked = fetch(url, id === undefined ? init : { ...init, signal: controller.signal });
      const response = await (isListening ? notifications(asked) : asked);
      const { body } = response;
      if (response.ok && !isListening) {
        nextAnswer.resolve(undefined);
        nextAnswer = Promise.withResolvers();
      }
      if (body !== null && response.ok && isEventStream(response) && (id !== undefined || isListening)) {
        const request = { fetch, url, init, awaited: id, method, controller };
        const stream = new ResumedStream(request, streamOptions);
        return new Response(stream.read(body, done), response);
      }
      const { hide, integers } = options;
      const whole = id === undefined ? undefined : await readWhole(response, { ...sent, id, hide, integers });
      done();
      return whole ?? new Response(body && boundedBody(body), response);
    } catch (error) {
      done();
      throw error;
    }
  };
}

interface SentMessage {
  /** ID of a request. */
  readonly id?: number | string | undefined;
  readonly method?: string;
  /** True if the request names its MCP version, as all requests do since 2026-07-28. */
  readonly hasEnvelope?: boolean;
  /** ID of the request that this message cancels. */
  readonly cancelled?: number | string | undefined;
}

/** The request to which an answer in one body belongs. */
interface AskedRequest extends SentMessage, Pick<ResumedStreamOptions, 'hide' | 'integers'> {
  readonly id: number | string;
}

/** Reads a message of the SDK, which needs no check: the body is at most one JSON-RPC message. */
function readMessage({ body }: RequestInit): SentMessage {
  if (typeof body !== 'string') return {};
  const { id, method, params } = JSON.parse(body) as {
    id?: number | string;
    method?: string;
    params?: { requestId?: number | string; _meta?: JsonObject };
  };
  if (method === 'notifications/cancelled') return { cancelled: params?.requestId };
  return method === undefined
    ? {}
    : { id, method, hasEnvelope: params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined };
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

/** Reads an answer that is not a stream, or the text of a refusal. */
async function readWhole(response: Response, asked: AskedRequest): Promise<Response> {
  if (response.ok) return answerBody(response, asked);
  // A refusal stays a refusal even if its text breaks off.
  const text = response.body && (await new Response(boundedBody(response.body)).text().catch(() => ''));
  const unknown = response.status === 404 ? unknownMethod(text ?? '', asked) : undefined;
  return unknown ? jsonOf(JSON.stringify(unknown), response.headers) : new Response(text, response);
}

/**
 * Returns the error in the body of HTTP 404, with which MCP 2026-07-28 answers a request for an unknown method. The SDK
 * (2.4) reads such errors only with HTTP 400. From an older server, HTTP 404 may mean that there is no MCP at the
 * address, or that the session has ended.
 */
function unknownMethod(text: string, { id, method, hasEnvelope }: AskedRequest): JSONRPCMessage | undefined {
  if (!hasEnvelope || method === 'server/discover') return undefined;
  const [error, ...others] = readMessages(text).messages;
  return error && 'error' in error && isAnswerTo(error, id) && others.length === 0 ? error : undefined;
}

// Reads an answer in one body. The SDK takes the content of the body for the answer, and waits for ever if it belongs
// to another request or is empty. The SDK also demands the content type, which VS Code (1.139) does not.
/**
 * Returns a response whose body answers request `id` of this method. A body that is not JSON-RPC stays unchanged, and
 * the SDK reports it.
 */
async function answerBody(
  response: Response,
  { id, method, hide, integers }: AskedRequest,
): Promise<Response> {
  const text = response.body
    ? await new Response(boundedBody(response.body, mostBytesOf(method))).text()
    : '';
  const { headers } = response;
  const refused = refusedAnswer(text, id, method);
  if (refused) return jsonOf(JSON.stringify(refused), headers);
  const { messages, isExact } = readMessages(text);
  if (messages.length === 0 && !isEmpty(text)) {
    const [broken] = brokenAnswers(text, [id], hide);
    return broken ? jsonOf(JSON.stringify(broken), headers) : new Response(text, { headers });
  }
  // An error without an ID concerns a request that the server could not read, which must be this one.
  const addressed = messages.map((message) =>
    'error' in message && message.id === undefined ? { ...message, id } : message,
  );
  if (isExact && messages.some((message) => isAnswerTo(message, id)))
    return jsonOf(integers.mark(text, messages), headers);
  const marked = (all: unknown) => integers.mark(stringifyExact(all), all);
  if (addressed.some((message) => isAnswerTo(message, id))) return jsonOf(marked(addressed), headers);
  const why =
    messages.length > 0 ? 'it answered another request' : `it sent no answer (HTTP ${response.status})`;
  return jsonOf(marked([...messages, errorAnswer(id, lostAnswerCode, why)]), headers);
}

/** True for an empty text or an empty batch. */
function isEmpty(text: string): boolean {
  return /^\s*(\[\s*\]\s*)?$/.test(text);
}

function jsonOf(text: string, given: Headers): Response {
  const headers = new Headers(given);
  headers.set('content-type', 'application/json');
  return new Response(text, { headers });
}
