// Quotes a line of the author's code in questions, so that the reader need not count lines.
import type { SourcePosition } from '../../checker/index.ts';

const MOST_CHARACTERS = 200;
/** Maximum number of characters before the quoted place, so that the beginning of the quote shows the place. */
const MOST_BEFORE = 30;

/** Text such as `line 3`, or `line 3 or 7` if it is unknown which one is meant. */
export function linesText(lines: readonly number[], most: number): string {
  return `line ${lines.slice(0, most).join(' or ')}${lines.length > most ? ' or later' : ''}`;
}

/**
 * Returns a function that quotes places of `source`, which is split only once. A quote has at most 200 characters of
 * the line, starts slightly before the column, and has no surrounding blanks.
 */
export function quotedPlaces(source: string): (position: SourcePosition) => string {
  const lines = source.split('\n');
  return ({ line, column }) => {
    const text = lines[line - 1] ?? '';
    const start = Math.max(0, column - 1 - MOST_BEFORE);
    const end = start + MOST_CHARACTERS;
    return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${text.length > end ? '…' : ''}`;
  };
}
