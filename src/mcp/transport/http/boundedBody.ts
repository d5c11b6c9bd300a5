// Limits the size of an HTTP response, because its readers collect a message before they examine it.
import { maxMessageBytes } from '../stdio/readLines.ts';

/** Returns the body, which fails when it exceeds `maxBytes`. The body is one message. */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  maxBytes = maxMessageBytes,
): ReadableStream<Uint8Array> {
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > maxBytes) controller.error(tooLong(maxBytes));
        else controller.enqueue(chunk);
      },
    }),
  );
}

export function tooLong(maxBytes: number): Error {
  return new Error(`its message exceeded ${Math.round(maxBytes / 1024 / 1024)} MB`);
}
