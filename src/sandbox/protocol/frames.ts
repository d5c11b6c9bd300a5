// The pipe between supervisor thread and sandbox process, as frames of bytes. All output of the process is untrusted:
// the reader refuses an oversized frame by its announced length.
import { Buffer, constants } from 'node:buffer';
import { displayLimit } from './bounds.ts';
import type { RunLimits } from './messages.ts';

/** File descriptor to which the process writes its frames. It reads frames from descriptor 0. */
export const outputDescriptor = 3;
/** Maximum length of a frame's first line, the list of messages, in bytes. Only the values after it may be longer. */
export const maxHeadLength = 1_048_576;
/** Maximum size of a frame before a script runs, in bytes. The largest such frame is V8's code cache. */
export const bootFrameLimit = 4_194_304;

/** Returns the maximum size of a frame that a run needs, in bytes, at most the maximum length of a string in V8. */
export function frameLimit(limits: RunLimits): number {
  return Math.min(displayLimit(limits) + maxHeadLength, constants.MAX_STRING_LENGTH);
}

const headerBytes = 4;
const newline = 10;

/**
 * Encodes one frame: its length in bytes (32 bits, little-endian), then lines of UTF-8. The first line is an array of
 * messages. The other lines are the values that the messages carry, in order, each as JSON without line breaks.
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

/**
 * Splits a stream of bytes into frames. Refuses an oversized frame by its announced length, before keeping any of it.
 */
export class FrameReader {
  maxBytes: number;
  readonly #header = Buffer.alloc(headerBytes);
  /**
   * The buffer that is being filled: a header, or a body of the announced length. The operating system only provides
   * memory for the filled part.
   */
  #block = this.#header;
  #filled = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /**
   * Returns each frame that `chunk` completes, without its header; undefined if a frame exceeds `maxBytes`. The caller
   * must then stop reading.
   */
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
