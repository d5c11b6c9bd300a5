// The lines of a text that match; the same in the host, for plain texts, and in the thread of regular expressions.

/** Both count from 0. */
export interface LineMatch {
  readonly line: number;
  /** Where the first match in the line begins. */
  readonly column: number;
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** At most `most`. `find` gives the location of the first match in a line, or a negative number. */
export function matchingLines(text: string, find: (line: string) => number, most: number): readonly LineMatch[] {
  const found: LineMatch[] = [];
  for (const [line, content] of linesOf(text).entries()) {
    if (found.length === most) break;
    const column = find(content);
    if (column >= 0) found.push({ line, column });
  }
  return found;
}
