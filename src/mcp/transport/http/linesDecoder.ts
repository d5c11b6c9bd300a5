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
