// The author's own line, quoted in errors and questions to spare counting.
import type { SourcePosition } from '../../checker/checkedScript.ts';

const MOST_CHARACTERS = 200;
/** Before a place, so that the place itself is seen where only the beginning of a quote is. */
const MOST_BEFORE = 30;

/** Line `line` (from 1) of `source`, cut at 200 characters; empty past the end. */
export function quotedLine(source: string, line: number): string {
  const text = source.split('\n')[line - 1]?.trimEnd() ?? '';
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

/** Quotes places of `source`, which is split once: 200 characters of the line, from a little before the column, without blanks around. */
export function quotedPlaces(source: string): (position: SourcePosition) => string {
  const lines = source.split('\n');
  return ({ line, column }) => {
    const text = lines[line - 1] ?? '';
    const start = Math.max(0, column - 1 - MOST_BEFORE);
    const end = start + MOST_CHARACTERS;
    return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${text.length > end ? '…' : ''}`;
  };
}
