/** Returns the offset of the first character that belongs to neither a blank nor a comment. */
export function skipTrivia(text: string): number {
  // One repeated expression over both would take exponential time on some texts.
  const next = /\s+|\/\/.*|\/\*[^]*?\*\//y;
  let end = 0;
  while (next.test(text)) end = next.lastIndex;
  return end;
}
