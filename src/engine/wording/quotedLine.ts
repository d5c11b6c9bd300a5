// The author's own line, quoted in errors so that nobody has to count.
const MOST_CHARACTERS = 200;

/** Line `line` (from 1) of `source`, cut at 200 characters; empty past the end. */
export function quotedLine(source: string, line: number): string {
  const text = source.split('\n')[line - 1]?.trimEnd() ?? '';
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
