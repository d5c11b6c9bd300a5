// A bound on what one message over HTTP may take up in memory, as the readers above collect a message before they look at it; and on how
// many of them may come in a row.
import { Turns } from '../turns.ts';

/** The same as for a message over stdio: above every answer that a run lets in. */
export const maxMessageBytes = 128 * 1024 * 1024;
/** Of an event stream so much is passed on at a time, or one event if that is longer. */
const partBytes = 2 * 1024;

/**
 * The body, which fails as soon as one message in it is over `maxBytes`. In an event stream a blank line ends a message; any other
 * body is one message. The events of a flood are passed on in turns with the rest of the program.
 */
export function boundedBody(
  body: ReadableStream<Uint8Array>,
  isEventStream: boolean,
  maxBytes = maxMessageBytes,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const turns = new Turns();
  let parts: Iterator<Uint8Array> | undefined;
  let bytes = 0;
  const nextPart = async (): Promise<Uint8Array | undefined> => {
    for (;;) {
      const part = parts?.next();
      if (part && !part.done) return part.value;
      const chunk = await reader.read();
      if (chunk.done) return undefined;
      parts = isEventStream ? partsOf(chunk.value) : [chunk.value].values();
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await turns.next();
        const part = await nextPart();
        if (!part) {
          controller.close();
          return;
        }
        const start = isEventStream ? lastEventStart(part) : -1;
        bytes = start === -1 ? bytes + part.length : part.length - start;
        if (bytes > maxBytes) {
          const error = new Error(`it sent a message over ${Math.round(maxBytes / 1024 / 1024)} MB`);
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

/** Where the last event begins, or -1: then the chunk belongs to the one before. */
function lastEventStart(chunk: Uint8Array): number {
  const text = bufferOf(chunk);
  return Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n'), text.lastIndexOf('\r\r'));
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
