// Bytes of a stream into lines of text. A line may come in thousands of chunks (a 10 MB answer), so nothing is joined
// before its end is seen, and a line that never ends is given up at a bound.

/** Splits at `\n`, without the `\r` before it. Bytes of a line over `maxBytes` are let go, and `onTooLong` called once for it. */
export class LineSplitter {
  #chunks: Buffer[] = [];
  #bytes = 0;
  #skipping = false;
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;

  constructor(maxBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      this.#add(chunk.subarray(start, end));
      this.flush();
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  /** Ends the line at hand, as at the end of the stream. */
  flush(): void {
    const line = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
    const skipped = this.#skipping;
    this.#chunks = [];
    this.#bytes = 0;
    this.#skipping = false;
    if (!skipped && line && line.length > 0) this.#onLine(line.toString('utf8').replace(/\r$/, ''));
  }

  #add(part: Buffer): void {
    if (this.#skipping || part.length === 0) return;
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) {
      this.#chunks.push(part);
      return;
    }
    this.#chunks = [];
    this.#skipping = true;
    this.#onTooLong();
  }
}
