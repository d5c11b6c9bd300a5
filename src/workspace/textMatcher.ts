// Finds the lines of a text that match. Plain texts are matched on the host, regular expressions in a thread
// (`regExpMatcher`).

export interface TextMatcher extends AsyncDisposable {
  /** Returns at most `most` lines of the file at `path`. Throws `WorkspaceError`. */
  find(text: string, most: number, path: string): Promise<readonly LineMatch[]>;
}

export function plainTextMatcher(query: string, ignoreCase: boolean): TextMatcher {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  const wanted = fold(query);
  return {
    find: (text, most) => {
      const folded = fold(text);
      // Most files have no match and need not be split into lines.
      return Promise.resolve(
        folded.includes(wanted) ? matchingLines(folded, (line) => line.indexOf(wanted), most) : [],
      );
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
export function matchingLines(
  text: string,
  find: (line: string) => number,
  most: number,
): readonly LineMatch[] {
  const found: LineMatch[] = [];
  for (const [line, content] of splitLines(text).entries()) {
    if (found.length === most) break;
    const column = find(content);
    if (column >= 0) found.push({ line, column });
  }
  return found;
}
