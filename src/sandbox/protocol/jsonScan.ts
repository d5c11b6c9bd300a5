// Looks through JSON text without parsing it: what its reader would make of it is bounded before it is read.

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, colon] = ['"', '\\', '{', '}', '[', ']', ':'].map((mark) =>
  mark.charCodeAt(0),
);

/** What a name costs its reader that comes for the first time, in parts: V8 makes a shape for each but the later ones of a large object. */
const newNameParts = { among: 128, first: 10, later: 5 };

/**
 * Whether no more than `maxDepth` objects or arrays of a JSON text are inside one another, and it has no more than `maxParts` texts, keys,
 * objects and arrays; a key that comes for the first time counts as ten, as five after the 128th of an object. Whether it is JSON its reader finds out.
 */
export function isJsonWithin(json: string, maxDepth: number, maxParts = Infinity): boolean {
  let depth = 0;
  let parts = 0;
  const names = new Set<string>();
  /** By depth, of the object that is open there. */
  const newNames: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const start = at;
      at = endOfText(json, at);
      const isNew = maxParts < Infinity && isKey(json, at) && names.size < names.add(json.slice(start, at)).size;
      parts += isNew ? costOfNewName((newNames[depth] = (newNames[depth] ?? 0) + 1)) : 1;
    } else if (character === openBrace || character === openBracket) {
      depth += 1;
      parts += 1;
      newNames[depth] = 0;
    } else if (character === closeBrace || character === closeBracket) depth -= 1;
    if (depth > maxDepth || parts > maxParts) return false;
  }
  return depth === 0;
}

function costOfNewName(number: number): number {
  return number <= newNameParts.among ? newNameParts.first : newNameParts.later;
}

/** Whether the text that ends at `end` is one. */
function isKey(json: string, end: number): boolean {
  let at = end + 1;
  while (json.charCodeAt(at) <= 32) at += 1;
  return json.charCodeAt(at) === colon;
}

/** Where the quote is that ends the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return json.length;
}

/** What a content block has outside its texts, in characters: braces, colons and commas of its few fields. */
const blockSyntax = 32;

/** Whether JSON has no more outside its texts than a content block: many small values would cost its reader far more than their text. */
export function isMostlyText(json: string): boolean {
  let outside = 0;
  for (let at = 0; at < json.length && outside <= blockSyntax; at += 1) {
    if (json.charCodeAt(at) === quote) at = endOfText(json, at);
    else outside += 1;
  }
  return outside <= blockSyntax;
}
