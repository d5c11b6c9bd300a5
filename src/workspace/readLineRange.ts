// Reads some lines of a file that is too large to hold.

export interface LineRange {
  /** From 0. */
  readonly first: number;
  /** The first line after them. Default: the end of the file. */
  readonly end?: number;
  /** The most bytes that they may have. */
  readonly most: number;
}

export type LineRangeResult =
  /** `bytes`: the lines asked for, joined by newlines; `lines`: how many the file has. */
  { readonly ok: true; readonly bytes: Uint8Array; readonly lines: number } | { readonly ok: false; readonly why: 'too_long' };

const NEWLINE = 10;

/** Reads to the end of the file, to count its lines. Rejects as `chunks` does, and when `signal` aborts. */
export async function readLineRange(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  range: LineRange,
  signal: AbortSignal,
): Promise<LineRangeResult> {
  const { first, end = Infinity, most } = range;
  const wanted: Uint8Array[] = [];
  let size = 0;
  let line = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    let from = line >= first && line < end ? 0 : chunk.length;
    let to = chunk.length;
    for (let newline = chunk.indexOf(NEWLINE); newline >= 0; newline = chunk.indexOf(NEWLINE, newline + 1)) {
      line += 1;
      if (line === first) from = newline + 1;
      // The newline that ends the last line is none of its text.
      if (line === end) to = newline;
    }
    if (from >= to) continue;
    wanted.push(chunk.subarray(from, to));
    size += to - from;
    if (size > most) return { ok: false, why: 'too_long' };
  }
  return { ok: true, bytes: Buffer.concat(wanted), lines: line + 1 };
}
