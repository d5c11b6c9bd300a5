// An answer that comes as one body. The SDK takes what it finds there for the answer, and waits for ever when it is another's or
// none; it also insists on the content type, which VS Code does not (1.139).
import { boundedBody } from './boundedBody.ts';
import { mostBytesOf, refusedAnswer } from '../messageBounds.ts';
import { errorAnswer, isAnswerTo, readMessages } from '../readMessages.ts';
import { lostAnswerCode } from './resumedStream.ts';

/** The same response with an answer to request `id`, of this method, in its body; unchanged where the body is no JSON-RPC, which the SDK tells. */
export async function answerBody(response: Response, id: string | number, method?: string): Promise<Response> {
  const text = response.body ? await new Response(boundedBody(response.body, mostBytesOf(method))).text() : '';
  const { headers } = response;
  const refused = refusedAnswer(text, id, method);
  if (refused) return jsonOf(JSON.stringify(refused), headers);
  const { messages, isExact } = readMessages(text);
  if (messages.length === 0 && !isEmpty(text)) return new Response(text, { headers });
  // An error without an id is about a request that the server could not read: ours.
  const addressed = messages.map((message) => ('error' in message && message.id === undefined ? { ...message, id } : message));
  if (isExact && messages.some((message) => isAnswerTo(message, id))) return jsonOf(text, headers);
  if (addressed.some((message) => isAnswerTo(message, id))) return jsonOf(JSON.stringify(addressed), headers);
  const why = messages.length > 0 ? 'it answered another request than it was sent' : `it sent no answer (HTTP ${response.status})`;
  return jsonOf(JSON.stringify([...messages, errorAnswer(id, lostAnswerCode, why)]), headers);
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
