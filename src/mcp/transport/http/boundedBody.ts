// Bounds on what comes over HTTP: on what one message may take up in memory, as the readers above collect a message before they look at
// it, and on how many messages may come in a row.
import { maxMessageBytes } from '../readMessages.ts';
import type { EventLoopYield } from '../eventLoopYield.ts';

/** So much of an event stream is passed on at a time, or one event if that is longer. */
const partBytes = 2 * 1024;

/** A body that is one message, and fails as soon as it is over `maxBytes`. */
export function boundedBody(body: ReadableStream<Uint8Array>, maxBytes = maxMessageBytes): ReadableStream<Uint8Array> {
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

/** An event stream, which fails as soon as one event in it is over `maxBytes`. Nothing is read while the others have their turn. */
export function boundedEvents(
  body: ReadableStream<Uint8Array>,
  eventLoop: EventLoopYield,
  maxBytes = maxMessageBytes,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let parts: Iterator<Uint8Array> = [].values();
  let bytes = 0;
  const nextPart = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const part = parts.next();
      if (!part.done) return part.value;
      const chunk = await reader.read();
      if (chunk.done) return undefined;
      parts = partsOf(chunk.value);
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await eventLoop.yieldIfDue();
        const part = await nextPart();
        if (!part) {
          controller.close();
          return;
        }
        const start = lastEventStart(part);
        bytes = start === -1 ? bytes + part.length : part.length - start;
        if (bytes > maxBytes) {
          const error = tooLong(maxBytes);
          await reader.cancel(error);
          throw error;
        }
        controller.enqueue(part);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Cut where an event ends. */
function* partsOf(chunk: Uint8Array): Generator<Uint8Array, void> {
  const bytes = bufferOf(chunk);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf('\n\n', start + partBytes);
    const next = end === -1 ? bytes.length : end + 2;
    yield chunk.subarray(start, next);
    start = next;
  }
}

/** Where the last event begins, or -1: then the chunk belongs to the one before. A blank line ends an event. */
function lastEventStart(chunk: Uint8Array): number {
  const text = bufferOf(chunk);
  return Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n'), text.lastIndexOf('\r\r'));
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function tooLong(maxBytes: number): Error {
  return new Error(`its message exceeded ${Math.round(maxBytes / 1024 / 1024)} MB`);
}
