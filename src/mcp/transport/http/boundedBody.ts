// Limits of HTTP responses: the size of one message, because the readers above collect a message before they examine
// it, and the number of messages in a row.
import { maxMessageBytes } from '../stdio/readLines.ts';
import type { EventLoopYield } from '../eventLoopYield.ts';

/** Bytes of an event stream that are passed on at a time. One longer event is passed on as a whole. */
const partBytes = 2 * 1024;

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

/** Returns an event stream that fails when an event exceeds `maxBytes`, and is not read while other work runs. */
export function boundedEvents(
  body: ReadableStream<Uint8Array>,
  eventLoop: EventLoopYield,
  maxBytes = maxMessageBytes,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const parts = partsIn(reader);
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await eventLoop.yieldIfDue();
        const { value: part } = await parts.next();
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

/** Yields the chunks of the stream in parts. */
async function* partsIn(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): AsyncGenerator<Uint8Array, undefined> {
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield* partsOf(read.value);
}

/** Splits the chunk after ends of events. */
function* partsOf(chunk: Uint8Array): Generator<Uint8Array, void> {
  const bytes = bufferOf(chunk);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf('\n\n', start + partBytes);
    const next = end === -1 ? bytes.length : end + 2;
    yield chunk.subarray(start, next);
    start = next;
  }
}

/** Returns the index of the last event, or -1 if the chunk continues an earlier one. A blank line ends an event. */
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
