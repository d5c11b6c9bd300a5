// Server-Sent Events as the SDK can read them: with one message to the letter in each.
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { stringifyExact } from '../../../base/exactJson.ts';
import { readMessages } from '../readMessages.ts';
import type { MarkedIntegers } from './markedIntegers.ts';

interface NormalizedEvents {
  readonly messages: readonly JSONRPCMessage[];
  /** What holds no message is the event itself, which the SDK tells of. */
  readonly events: readonly EventSourceMessage[];
}

export function normalizeEvent({ event, data }: EventSourceMessage, integers: MarkedIntegers): NormalizedEvents {
  // The SDK takes no notice of others, so that an answer in one is none.
  const { messages, isExact } = event === undefined || event === 'message' ? readMessages(data) : nothing;
  const texts =
    isExact || messages.length === 0
      ? [integers.mark(data, messages)]
      : messages.map((message) => integers.mark(stringifyExact(message), message));
  return { messages, events: texts.map((text) => ({ event, data: text })) };
}

const nothing = { messages: [], isExact: false };

export function textOfEvent({ event, data }: EventSourceMessage): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`;
}

// An event stream as text in which each line ends with a line feed. The parser above takes a carriage return at the end of what came
// for half of a line's end, and would keep the event that it ends until more comes, or for ever.
/** Bytes of UTF-8 that are no whole character when the stream ends belong to no event, and are dropped. */
export function linesDecoder(): TransformStream<Uint8Array, string> {
  const decoder = new TextDecoder();
  let afterReturn = false;
  return new TransformStream({
    transform(chunk, controller) {
      const decoded = decoder.decode(chunk, { stream: true });
      const text = afterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
      if (decoded !== '') afterReturn = decoded.endsWith('\r');
      if (text !== '') controller.enqueue(text.replace(/\r\n?/g, '\n'));
    },
  });
}
