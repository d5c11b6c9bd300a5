// Writes the beginning of a value as indented JSON. The rest is neither serialized nor searched for secrets, because a
// result may have megabytes and other work shares the extension host's thread.
import { stringifyExact } from '../../base/exactJson.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';

/** Number of characters of a text that are read beyond those that are shown, so that `hide` finds whole secrets. */
const unsure = 8_192;

/**
 * Returns the same text as `JSON.stringify(hide(value), undefined, 2)`, up to `most` characters. `hide` gets only the
 * part of the value that the text can show.
 */
export function boundedJson(
  value: JsonValue,
  most: number,
  hide: (part: JsonValue) => JsonValue = (part) => part,
): { readonly text: string; readonly isWhole: boolean } {
  /** At least as many characters as the text has room for. */
  let left = most;
  let isWhole = true;
  const beginningOf = (part: JsonValue, indent: number): JsonValue => {
    if (typeof part === 'string') {
      left -= part.length;
      if (part.length > most + unsure) isWhole = false;
      return part.slice(0, most + unsure);
    }
    const isList = isJsonArray(part);
    if (!isList && !isJsonObject(part)) return part;
    const kept: [key: string | number, member: JsonValue][] = [];
    for (const key of isList ? part.keys() : Object.keys(part)) {
      if (left <= 0) {
        isWhole = false;
        break;
      }
      // Each member stands in a line of its own, after its key, and has at least one character.
      left -= indent + 2 + (isList ? 0 : String(key).length);
      kept.push([key, beginningOf(Reflect.get(part, key) as JsonValue, indent + 2)]);
    }
    return isList ? kept.map(([, member]) => member) : Object.fromEntries(kept);
  };
  const text = stringifyExact(hide(beginningOf(value, 2)), 2);
  return text.length > most
    ? { text: text.slice(0, most).toWellFormed(), isWhole: false }
    : { text, isWhole };
}
