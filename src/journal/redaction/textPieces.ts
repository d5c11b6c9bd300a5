// Splits a long text at places that no searched pattern can span, so that each part is searched by itself and other
// work runs in between. A text without such a place, such as a single line of megabytes, stays whole.

/** Number of characters after which the search for the end of a line begins. */
const pieceLength = 65_536;
/** Matches a character that may stand between a name and its value. */
const between = /[:=\s]/;

/** Yields the parts in order. The cuts depend only on the text. */
export function* textPieces(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > pieceLength) {
    const to = safeEnd(text, from + pieceLength);
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length || text === '') yield text.slice(from);
}

/** Returns the position after a line end whose neighbouring lines cannot be the two halves of a `name: "value"`. */
function safeEnd(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) {
    const before = (text[at - 1] === '\r' ? text[at - 2] : text[at - 1]) ?? '';
    const after = text[at + 1] ?? '';
    if (!between.test(before) && !between.test(after)) return at + 1;
  }
  return text.length;
}
