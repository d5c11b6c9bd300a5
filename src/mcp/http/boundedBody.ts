// A bound on what one message over HTTP may take up in memory: the readers above collect a message before they look at it.

/** The same as for a message over stdio: above every answer that a run lets in. */
const maxMessageBytes = 128 * 1024 * 1024;

/**
 * The body, which fails as soon as one message in it is over `maxBytes`. In an event stream a blank line ends a message; any other
 * body is one message.
 */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  isEventStream: boolean,
  maxBytes = maxMessageBytes,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const start = isEventStream ? lastEventStart(chunk) : -1;
        bytes = start === -1 ? bytes + chunk.length : chunk.length - start;
        if (bytes > maxBytes) controller.error(new Error(`it sent a message over ${Math.round(maxBytes / 1024 / 1024)} MB`));
        else controller.enqueue(chunk);
      },
    }),
  );
}

/** Where the last event begins, or -1: then the chunk belongs to the one before. */
function lastEventStart(chunk: Uint8Array): number {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n'), text.lastIndexOf('\r\r'));
}
