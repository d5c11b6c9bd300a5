// Blanks and comments. A single regular expression over both, repeated, would take exponential time on some texts.

const NEXT = /\s+|\/\/.*|\/\*[^]*?\*\//y;

/** The offset of the first thing that is neither blank nor comment. */
export function skipTrivia(text: string): number {
  const next = new RegExp(NEXT);
  let end = 0;
  while (next.test(text)) end = next.lastIndex;
  return end;
}
