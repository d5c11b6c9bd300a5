// Breaks lines between words to fit the width of a terminal.

/**
 * Breaks a line into rows of at most `columns` columns. A character beyond ASCII may be two columns wide and counts as
 * two. The time is linear.
 */
export function wrapWords(line: string, columns = Infinity): string[] {
  const rows: string[] = [];
  let row = '';
  let width = 0;
  for (const [word] of line.matchAll(/\s*\S+|\s+$/gu)) {
    const wide = widthOf(word);
    if (width + wide <= columns) {
      row += word;
      width += wide;
      continue;
    }
    const isFirst = row === '';
    if (!isFirst) rows.push(row);
    const parts = broken(isFirst ? word : word.trimStart(), columns);
    rows.push(...parts.slice(0, -1));
    row = parts.at(-1) ?? '';
    width = widthOf(row);
  }
  return row === '' && rows.length > 0 ? rows : [...rows, row];
}

/** Breaks lines of code. Continuation rows keep the indentation, and those of a block comment keep its asterisk. */
export function wrappedCode(code: string, columns = Infinity): string {
  const rows = code.split('\n').flatMap((line) => {
    const [start = ''] = /^ *(?:\* )?/.exec(line) ?? [];
    return wrapWords(line.slice(start.length), Math.max(20, columns - start.length)).map(
      (row) => start + row,
    );
  });
  return rows.join('\n');
}

/** Splits `text` into parts that fit into `columns`. */
function broken(text: string, columns: number): string[] {
  const rows: string[] = [];
  let start = 0;
  let at = 0;
  let left = columns;
  for (const character of text) {
    const width = widthOf(character);
    if (width > left) {
      rows.push(text.slice(start, at));
      start = at;
      left = columns;
    }
    at += character.length;
    left -= width;
  }
  return [...rows, text.slice(start)];
}

function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += character >= ' ' && character <= '~' ? 1 : 2;
  return width;
}

/** Returns the beginning of `text` that fits into `columns`, with an ellipsis if it is cut. The time is linear. */
export function cutToColumns(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  return `${broken(text, Math.max(1, columns - 2))[0] ?? ''}…`;
}
