// The pipe between sandbox thread and sandbox process as frames of bytes. Whatever comes out of the process is hostile: a
// frame is refused by its announced length.
import { Buffer, constants } from 'node:buffer';
import { displayLimit } from './bounds.ts';
import type { RunLimits } from './messages.ts';

/** The file descriptor on which the process writes its frames; it reads them from descriptor 0. */
export const outputDescriptor = 3;
/** Before a script runs, nothing large comes out of the process but its code cache. */
export const bootFrameLimit = 4_194_304;

/** The largest frame that a process can need: a JSON text is at most doubled by being a string inside JSON. No text is longer than V8 has it. */
export function frameLimit(limits: RunLimits): number {
  return Math.min(2 * displayLimit(limits) + 1_048_576, constants.MAX_STRING_LENGTH);
}

const headerBytes = 4;

/** One frame: the length of the JSON in bytes (32 bits, little-endian), then the JSON as UTF-8. */
export function encodeFrame(json: string): Buffer {
  const length = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame.writeUInt32LE(length, 0);
  frame.write(json, headerBytes);
  return frame;
}

/** Cuts a stream of bytes into frames. Refuses a frame by its announced length, before any of it is kept. */
export class FrameReader {
  maxBytes: number;
  readonly #header = Buffer.alloc(headerBytes);
  /** What is being read: the header, or a body of the length that it announced. The system gives memory only to what is filled. */
  #block = this.#header;
  #filled = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The JSON of each frame that `chunk` completes; undefined when a frame is over `maxBytes`: stop reading then. */
  push(chunk: Buffer): string[] | undefined {
    const frames: string[] = [];
    let at = 0;
    for (;;) {
      const copied = chunk.copy(this.#block, this.#filled, at);
      at += copied;
      this.#filled += copied;
      if (this.#filled < this.#block.length) return frames;
      this.#filled = 0;
      if (this.#block === this.#header) {
        const length = this.#header.readUInt32LE(0);
        if (length > this.maxBytes) return undefined;
        this.#block = Buffer.allocUnsafe(length);
      } else {
        frames.push(this.#block.toString('utf8'));
        this.#block = this.#header;
      }
    }
  }
}
