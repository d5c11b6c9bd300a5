// Splits a long text where nothing that is looked for in it can go on, so that each piece is looked through by itself and others have their turn
// in between. What has no such place, as a single line of megabytes, stays whole.

/** Characters, before the end of a line is looked for. */
const pieceLength = 65_536;
/** What may stand between a name and its value. */
const between = /[:=\s]/;

/** In order, together the text. Ends of pieces depend on the text alone. */
export function* textPieces(text: string): Generator<string> {
  let from = 0;
  while (text.length - from > pieceLength) {
    const to = safeEnd(text, from + pieceLength);
    yield text.slice(from, to);
    from = to;
  }
  if (from < text.length || text === '') yield text.slice(from);
}

/** Behind the end of a line between two that neither end nor begin as `name: "value"` may in its middle. */
function safeEnd(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at !== -1; at = text.indexOf('\n', at + 1)) {
    const before = (text[at - 1] === '\r' ? text[at - 2] : text[at - 1]) ?? '';
    const after = text[at + 1] ?? '';
    if (!between.test(before) && !between.test(after)) return at + 1;
  }
  return text.length;
}
