// Reads JSON of a guest without letting it choose what that costs: twelve megabytes of `[]` would take three hundred to
// read. Nothing large that our own guest sends is anything but text.

/** What is not longer is read as it is. */
const plainLength = 1_048_576;
/** Longer than all that our guest sends together before a long message, with that message's other fields. */
const headLength = 131_072;
/** Ends the last message, and the frame. */
const tail = ']]';

/**
 * What `JSON.parse` gives; of a long frame only if what makes it long is one text at its end, as in each of ours.
 * @throws SyntaxError
 */
export function parseFrame(json: string): unknown {
  if (json.length <= plainLength) return JSON.parse(json);
  const start = startOfText(json);
  if (start < 0 || !json.endsWith(tail)) throw new SyntaxError('A long frame does not end with a long text.');
  const frame: unknown = JSON.parse(`${json.slice(0, start)}""${tail}`);
  // JSON that begins with a quote is a text and nothing else.
  const text: unknown = JSON.parse(json.slice(start, -tail.length));
  const last: unknown = Array.isArray(frame) ? frame.at(-1) : undefined;
  if (Array.isArray(last)) last[last.length - 1] = text;
  return frame;
}

/** Where the text begins that goes on beyond the head; -1 when there is none. */
function startOfText(json: string): number {
  let start = -1;
  for (let at = 0; at < headLength; at += 1) {
    const character = json[at];
    if (character === '\\') at += 1;
    else if (character === '"') start = start < 0 ? at : -1;
  }
  return start;
}

/** What a content block has outside its texts, in characters: braces, colons and commas of its few fields. */
const blockSyntax = 32;

/** Whether JSON has no more outside its texts than a content block. */
export function isMostlyText(json: string): boolean {
  let outside = 0;
  let at = 0;
  while (at < json.length && outside <= blockSyntax) {
    const start = json.indexOf('"', at);
    outside += (start < 0 ? json.length : start) - at;
    at = start < 0 ? json.length : endOfText(json, start);
  }
  return outside <= blockSyntax;
}

/** Behind the quote that ends the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end + 1;
}

function isEscaped(json: string, quote: number): boolean {
  let at = quote;
  while (json[at - 1] === '\\') at -= 1;
  return (quote - at) % 2 === 1;
}
