// Maps offsets of a rewritten text to the original text. Removing types and wrapping a script's form move columns. Each
// step returns one such map, and together they lead an error back to the author's line and column.
import { lastNotAbove } from '../../base/text/textLines.ts';

/**
 * Plain data. From `generated[i]` up to the next entry, the rewritten text continues the original text at
 * `original[i]`. Both lists ascend. The map of two equal texts has no entries.
 */
export interface OffsetMap {
  readonly generated: readonly number[];
  readonly original: readonly number[];
}

/** Replaces the text from `start` to `end`. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export const identityMap: OffsetMap = { generated: [], original: [] };

/** Returns the offset in the original text. Inserted text maps to the place of the insertion. */
export function originalOffset(map: OffsetMap, offset: number): number {
  const index = lastNotAbove(map.generated, offset);
  const start = map.original[index] ?? 0;
  return Math.min(start + offset - (map.generated[index] ?? 0), map.original[index + 1] ?? Infinity);
}

/** Applies the edits, which must not overlap, and returns the new text with its map. */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
): { readonly text: string; readonly map: OffsetMap } {
  if (edits.length === 0) return { text, map: identityMap };
  const pieces: string[] = [];
  const map = new OffsetMapBuilder();
  let [copied, length] = [0, 0];
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(text.slice(copied, edit.start), edit.text);
    length += edit.start - copied;
    map.add(length, edit.start);
    length += edit.text.length;
    map.add(length, edit.end);
    copied = edit.end;
  }
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), map: map.build() };
}

/** Combines two maps: `last` leads from the newest text to an intermediate one, `first` from there to the oldest. */
export function composeMaps(last: OffsetMap, first: OffsetMap): OffsetMap {
  if (last.generated.length === 0) return first;
  if (first.generated.length === 0) return last;
  const map = new OffsetMapBuilder();
  let next = 0;
  for (let index = -1; index < last.generated.length; index++) {
    const generated = last.generated[index] ?? 0;
    const middle = last.original[index] ?? 0;
    const lengthHere = (last.generated[index + 1] ?? Infinity) - generated;
    const middleEnd = Math.min(middle + lengthHere, last.original[index + 1] ?? Infinity);
    map.add(generated, originalOffset(first, middle));
    while ((first.generated[next] ?? Infinity) <= middle) next++;
    for (; (first.generated[next] ?? Infinity) < middleEnd; next++) {
      map.add(generated + (first.generated[next] ?? 0) - middle, first.original[next] ?? 0);
    }
  }
  return map.build();
}

/** Collects entries in ascending order and drops redundant ones. */
export class OffsetMapBuilder {
  readonly #generated: number[] = [];
  readonly #original: number[] = [];

  add(generated: number, original: number): void {
    const last = this.#generated.length - 1;
    const [lastGenerated, lastOriginal] = [this.#generated[last] ?? 0, this.#original[last] ?? 0];
    if (original - generated === lastOriginal - lastGenerated) return;
    if (last >= 0 && lastGenerated === generated) {
      this.#original[last] = original;
      return;
    }
    this.#generated.push(generated);
    this.#original.push(original);
  }

  build(): OffsetMap {
    return { generated: this.#generated, original: this.#original };
  }
}
