// Scans JSON text without parsing it, so that the cost of parsing is limited before the text is parsed.

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, colon] = Array.from(
  '"\\{}[]:',
  (mark) => mark.charCodeAt(0),
);

/**
 * Cost of a key that occurs for the first time, compared with other parts. V8 creates a hidden class for each new key,
 * except for the later keys of a large object.
 */
const newNameParts = { among: 128, first: 10, later: 5 };

/**
 * True if a JSON text has at most `maxDepth` nested objects or arrays, and at most `maxParts` texts, keys, objects and
 * arrays. A key that occurs for the first time counts as ten, or as five after the 128th new key of an object. Does not
 * check that the text is valid JSON.
 */
export function isJsonWithin(json: string, maxDepth: number, maxParts = Infinity): boolean {
  let depth = 0;
  let parts = 0;
  const names = new Set<string>();
  /** Number of new keys of the open object at each depth. */
  const newNames: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) {
      const start = at;
      at = endOfText(json, at);
      const isNew =
        maxParts < Infinity && isKey(json, at) && names.size < names.add(json.slice(start, at)).size;
      const number = isNew ? (newNames[depth] = (newNames[depth] ?? 0) + 1) : 0;
      parts += !isNew ? 1 : number <= newNameParts.among ? newNameParts.first : newNameParts.later;
    } else if (character === openBrace || character === openBracket) {
      depth += 1;
      parts += 1;
      newNames[depth] = 0;
    } else if (character === closeBrace || character === closeBracket) depth -= 1;
    if (depth > maxDepth || parts > maxParts) return false;
  }
  return depth === 0;
}

/** True if the text whose closing quote is at `end` is a key. */
function isKey(json: string, end: number): boolean {
  let at = end + 1;
  while (json.charCodeAt(at) <= 32) at += 1;
  return json.charCodeAt(at) === colon;
}

/** Returns the position of the closing quote of the text that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const character = json.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) at += 1;
  }
  return json.length;
}

/** Maximum number of characters of a content block outside its texts: braces, colons and commas of its few fields. */
const blockSyntax = 32;

/**
 * True if JSON has no more characters outside its texts than a content block has. Many small values cost their reader
 * far more than their text.
 */
export function isMostlyText(json: string): boolean {
  let outside = 0;
  for (let at = 0; at < json.length && outside <= blockSyntax; at += 1) {
    if (json.charCodeAt(at) === quote) at = endOfText(json, at);
    else outside += 1;
  }
  return outside <= blockSyntax;
}
