// Converts between offsets and positions of a text. Readers of a text work with offsets, because edits change them by
// simple arithmetic. Positions are for people and are computed at the very end.

/** Line and column count from 1. Columns count UTF-16 units, as editors do. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Maximum length of a quoted line, in UTF-16 code units. */
const QUOTED_LENGTH = 200;
/** Maximum length of what is quoted of a longer line before the place that matters. */
const QUOTED_BEFORE = 100;

/** The lines of a text whose line breaks are all `\n`. */
export class TextLines {
  readonly #text: string;
  /** The offset at which each line begins. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Returns the position of an offset. An offset beyond the text gives the end of the text. */
  positionAt(offset: number): TextPosition {
    const inside = Math.max(0, Math.min(offset, this.#text.length));
    const line = lastNotAbove(this.#starts, inside);
    return { line: line + 1, column: inside - this.#start(line) + 1 };
  }

  /** Returns the offset of a position; the end of the line, or of the text, for a position beyond it. */
  offsetAt(position: TextPosition): number {
    if (position.line < 1) return 0;
    if (position.line > this.#starts.length) return this.#text.length;
    const start = this.#start(position.line - 1);
    return Math.max(start, Math.min(start + position.column - 1, this.#end(position.line - 1)));
  }

  /** Returns the line of a position with its indentation; of a longer line, 200 characters around the position. */
  quote({ line, column }: TextPosition): string {
    const text = this.#text.slice(this.#start(line - 1), this.#end(line - 1)).trimEnd();
    const start = Math.max(0, Math.min(column - 1 - QUOTED_BEFORE, text.length - QUOTED_LENGTH));
    const end = start + QUOTED_LENGTH;
    return `${start > 0 ? '…' : ''}${text.slice(start, end)}${text.length > end ? '…' : ''}`;
  }

  #start(index: number): number {
    return this.#starts[index] ?? this.#text.length;
  }

  #end(index: number): number {
    const next = this.#starts[index + 1];
    return next === undefined ? this.#text.length : next - 1;
  }
}

/** Returns the index of the last of the ascending `values` that is at most `value`; -1 if none is. */
export function lastNotAbove(values: readonly number[], value: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? Infinity) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
