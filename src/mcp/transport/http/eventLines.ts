// Decodes an event stream to text in which each line ends with a line feed. The parser of events waits after a carriage
// return at the end of a chunk for a line feed, and would delay the event until the next chunk, possibly for ever.
import { tooLong } from './boundedBody.ts';
import { maxMessageBytes } from '../stdio/readLines.ts';

/**
 * Fails when an event exceeds `maxBytes`, because the parser collects an event before anything examines it. An
 * incomplete UTF-8 character at the end of the stream belongs to no event and is dropped.
 */
export function eventLines(maxBytes = maxMessageBytes): TransformStream<Uint8Array, string> {
  const decoder = new TextDecoder();
  let afterReturn = false;
  /** The last character, because two chunks may share the blank line that ends an event. */
  let last = '';
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      const decoded = decoder.decode(chunk, { stream: true });
      const rest = afterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
      if (decoded !== '') afterReturn = decoded.endsWith('\r');
      if (rest === '') return;
      const text = rest.replace(/\r\n?/g, '\n');
      const end = (last + text).lastIndexOf('\n\n');
      last = text.slice(-1);
      bytes = end === -1 ? bytes + chunk.length : Math.min(chunk.length, Buffer.byteLength(text.slice(end)));
      if (bytes > maxBytes) controller.error(tooLong(maxBytes));
      else controller.enqueue(text);
    },
  });
}
