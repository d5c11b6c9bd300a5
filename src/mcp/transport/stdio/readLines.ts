// Splits a byte stream into lines of text. A line may arrive in thousands of chunks (a 10 MB answer), so chunks are
// joined only at the end of the line, and an overlong line is dropped.
import { TimeSlice } from '../../../base/timeSlice.ts';

/** Maximum size of a message over any transport, in bytes: above the limits of runs, so that errors name those. */
export const maxMessageBytes = 128 * 1024 * 1024;

interface ReadLinesOptions {
  /** Returns the maximum bytes of a line; a longer line is dropped. Called for each chunk. */
  readonly maxBytes: () => number;
  /** Called once for each line that is too long. */
  readonly onTooLong?: () => void;
}

/**
 * Calls `onLine` for each line, without `\n` and a `\r` before it, and for the rest at the end; empty lines are
 * skipped. Yields to the event loop between lines. Resolves at the end of the stream, and rejects if the stream breaks
 * or `onLine` fails.
 */
export async function readLines(
  stream: AsyncIterable<Buffer>,
  { maxBytes, onTooLong }: ReadLinesOptions,
  onLine: (line: string) => unknown,
): Promise<void> {
  const splitter = new LineSplitter(maxBytes, onTooLong);
  const slice = new TimeSlice();
  const handOver = async (lines: Iterable<string>) => {
    for (const line of lines) {
      await onLine(line);
      if (slice.isOver) await slice.yieldIfOver();
    }
  };
  for await (const chunk of stream) await handOver(splitter.split(chunk));
  await handOver(splitter.rest());
}

export class LineSplitter {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #skipping = false;
  readonly #maxBytes: () => number;
  readonly #onTooLong: (() => void) | undefined;

  constructor(maxBytes: () => number, onTooLong?: () => void) {
    this.#maxBytes = maxBytes;
    this.#onTooLong = onTooLong;
  }

  /** Yields the lines that end in `chunk`. */
  *split(chunk: Buffer): Generator<string, void> {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#add(chunk.subarray(start, end));
      yield* this.rest();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** Yields the current line as if it ended here. */
  *rest(): Generator<string, void> {
    const line = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const skipped = this.#skipping;
    this.#chunks = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (!skipped && line && line.length > 0) yield line.toString('utf8').replace(/\r$/, '');
  }

  #add(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes()) {
      this.#chunks.push(part);
      return;
    }
    this.#chunks = [];
    this.#skipping = true;
    this.#onTooLong?.();
  }
}
