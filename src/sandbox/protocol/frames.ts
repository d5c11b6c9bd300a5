// The pipe between sandbox thread and sandbox process as frames of bytes. Whatever comes out of the process is hostile: a
// frame is refused by its announced length.
import { Buffer, constants } from 'node:buffer';
import { displayLimit } from './bounds.ts';
import type { RunLimits } from './messages.ts';

/** The file descriptor on which the process writes its frames; it reads them from descriptor 0. */
export const outputDescriptor = 3;
/** The longest list of messages that is read, in bytes: what is longer in a frame of ours are values. */
export const maxHeadLength = 1_048_576;
/** Before a script runs, nothing large comes out of the process but its code cache. */
export const bootFrameLimit = 4_194_304;

/** The largest frame that a process can need. No text is longer than V8 has it. */
export function frameLimit(limits: RunLimits): number {
  return Math.min(displayLimit(limits) + maxHeadLength, constants.MAX_STRING_LENGTH);
}

const headerBytes = 4;
const newline = 10;

/**
 * One frame: its length in bytes (32 bits, little-endian), then lines of UTF-8. The first line is an array of messages; the
 * others are the values that they carry, in order, each as the JSON in which it was written: JSON has no line breaks.
 */
export function encodeFrame(lines: readonly string[]): Buffer {
  const length = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, -1);
  const frame = Buffer.allocUnsafe(headerBytes + length);
  frame.writeUInt32LE(length, 0);
  let at = headerBytes;
  for (const line of lines) {
    if (at > headerBytes) at = frame.writeUInt8(newline, at);
    at += frame.write(line, at);
  }
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

  /** Each frame that `chunk` completes, without its header; undefined when one is over `maxBytes`: stop reading then. */
  push(chunk: Buffer): Buffer[] | undefined {
    const frames: Buffer[] = [];
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
        frames.push(this.#block);
        this.#block = this.#header;
      }
    }
  }
}
