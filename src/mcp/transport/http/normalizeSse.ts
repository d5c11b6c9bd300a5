// Converts Server-Sent Events to a form that the SDK can read: exactly one message in each event.
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { stringifyExact } from '../../../base/exactJson.ts';
import { readMessages } from '../readMessages.ts';
import type { MarkedIntegers } from './markedIntegers.ts';

interface NormalizedEvents {
  readonly messages: readonly JSONRPCMessage[];
  /** An event without a valid message stays unchanged, and the SDK reports it. */
  readonly events: readonly EventSourceMessage[];
}

export function normalizeEvent(
  { event, data }: EventSourceMessage,
  integers: MarkedIntegers,
): NormalizedEvents {
  // The SDK ignores events with other names, so an answer in such an event does not count.
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

// Decodes an event stream to text in which each line ends with a line feed. The parser above waits after a carriage
// return at the end of a chunk for a line feed, and would delay the event until the next chunk, possibly for ever.
/** An incomplete UTF-8 character at the end of the stream belongs to no event and is dropped. */
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
