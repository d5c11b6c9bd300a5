// Blanks and comments. A single regular expression over both, repeated, would take exponential time on some texts.

const NEXT = /\s+|\/\/.*|\/\*[^]*?\*\//y;

/** The offset of the first thing at or after `from` that is neither blank nor comment. */
export function skipTrivia(text: string, from = 0): number {
  const next = new RegExp(NEXT);
  next.lastIndex = from;
  let end = from;
  while (next.test(text)) end = next.lastIndex;
  return end;
}
