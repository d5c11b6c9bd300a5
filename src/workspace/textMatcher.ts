// Finds the lines of a text that match. Plain texts are matched on the host, regular expressions in a thread
// (`regExpMatcher`).
import { TimeSlice } from '../base/timeSlice.ts';
import { indexInSlices } from './indexInSlices.ts';

/** Minimum length of a line that is searched in slices, in characters. */
const longLine = 1_000;

export interface TextMatcher extends AsyncDisposable {
  /** Returns at most `most` lines of the file at `path`. Throws `WorkspaceError`. */
  find(text: string, most: number, path: string): Promise<readonly LineMatch[]>;
}

export function plainTextMatcher(query: string, ignoreCase: boolean): TextMatcher {
  // İ is the only letter with a longer lower case, which would move the columns after it.
  const fold = (text: string) => (ignoreCase ? text.replaceAll('İ', 'i').toLowerCase() : text);
  const wanted = fold(query);
  return {
    find: async (text, most) => {
      const folded = fold(text);
      const slice = new TimeSlice();
      const indexIn = (part: string) => indexInSlices(part, wanted, 0, slice);
      // A file may have a million lines, and waiting for each takes longer than searching it.
      const columnIn = (line: string) => (line.length > longLine ? indexIn(line) : line.indexOf(wanted));
      // Most files have no match and need not be split into lines.
      return (await indexIn(folded)) < 0 ? [] : matchingLines(folded, columnIn, most);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** A match; both members count from 0. */
export interface LineMatch {
  readonly line: number;
  /** Column at which the first match in the line begins. */
  readonly column: number;
}

export function splitLines(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** Returns at most `most` matches. `find` returns the column of the first match in a line, or a negative number. */
export async function matchingLines(
  text: string,
  find: (line: string) => number | Promise<number>,
  most: number,
): Promise<readonly LineMatch[]> {
  const slice = new TimeSlice();
  const found: LineMatch[] = [];
  for (const [line, content] of splitLines(text).entries()) {
    if (found.length === most) break;
    if (slice.isOver) await slice.yieldIfOver();
    const at = find(content);
    const column = typeof at === 'number' ? at : await at;
    if (column >= 0) found.push({ line, column });
  }
  return found;
}
