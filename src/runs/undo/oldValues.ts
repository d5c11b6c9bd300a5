// Writes that are reversed by their own tool: with the two ends exchanged, or with the values of before, which the run had read or written.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import { wordsOf } from './inverseVerbs.ts';
import { own, type UndoCall } from './undoCall.ts';
import { stringifyExact } from '../../text/exactJson.ts';

/** Words of two members that change places. */
const ends: readonly (readonly [string, string])[] = [
  ['source', 'destination'],
  ['source', 'target'],
  ['src', 'dest'],
  ['src', 'dst'],
  ['from', 'to'],
  ['old', 'new'],
  ['before', 'after'],
];

/** The same input with its two ends exchanged, also in the items of a list; undefined where it has none. */
export function exchanged(input: JsonObject): JsonObject | undefined {
  const pair = endsOf(input);
  if (pair) {
    const [from, to] = pair;
    return { ...input, [from]: own(input, to) ?? null, [to]: own(input, from) ?? null };
  }
  const lists = Object.entries(input).filter((entry): entry is [string, readonly JsonValue[]] => isJsonArray(entry[1]));
  const [only, ...more] = lists;
  if (!only || more.length > 0) return undefined;
  const items = only[1].map((item) => (isJsonObject(item) && endsOf(item) ? exchanged(item) : undefined));
  // Each was applied to what the one before it had left.
  return items.length > 0 && items.every((item) => item !== undefined) ? { ...input, [only[0]]: items.toReversed() } : undefined;
}

function endsOf(input: JsonObject): readonly [string, string] | undefined {
  const keys = Object.keys(input);
  for (const [one, other] of ends) {
    const from = keys.find((key) => wordsOf(key).includes(one));
    const to = from === undefined ? undefined : keys.find((key) => sameBut(from, key, one, other));
    if (from !== undefined && to !== undefined && typeof own(input, from) === typeof own(input, to)) return [from, to];
  }
  return undefined;
}

function sameBut(from: string, to: string, one: string, other: string): boolean {
  return wordsOf(from).join(' ').replace(one, other) === wordsOf(to).join(' ');
}

/**
 * The input that writes back what was there before `write`: as an earlier call of the same tool wrote it, or as a read of the same thing
 * answered. `before`: the finished calls of the same server before it.
 */
export function inputOfBefore(write: UndoCall, before: readonly UndoCall[]): JsonObject | undefined {
  for (const earlier of before.toReversed()) {
    if (earlier.writes) {
      if (earlier.tool?.name === write.tool?.name && isAboutSame(earlier.input, write.input)) return earlier.input;
      // Another write of it may have changed what was read before.
      if (sharesId(earlier.input, write.input)) return undefined;
      continue;
    }
    const input = asRead(earlier, write);
    if (input) return input;
  }
  return undefined;
}

/** All that the read was asked for is in the write, so that it is about the same thing; the rest of the write has to be in the answer. */
function asRead(read: UndoCall, write: UndoCall): JsonObject | undefined {
  const asked = Object.keys(read.input);
  if (asked.length === 0 || !asked.every((key) => isSame(own(read.input, key), own(write.input, key)))) return undefined;
  const set = Object.keys(write.input).filter((key) => !Object.hasOwn(read.input, key));
  if (set.length === 0) return undefined;
  const { output } = read;
  const [only, ...more] = set;
  if (typeof output === 'string' && only !== undefined && more.length === 0 && typeof own(write.input, only) === 'string') {
    return { ...write.input, [only]: output };
  }
  if (!isJsonObject(output)) return undefined;
  const inner = Object.values(output).filter(isJsonObject);
  const holder = [output, ...inner].find((object) => set.every((key) => own(object, key) !== undefined));
  if (!holder) return undefined;
  return { ...write.input, ...Object.fromEntries(set.map((key) => [key, own(holder, key) ?? null])) };
}

/** Two calls of one tool, which differ only in what they set: the scalar that names the thing comes first in both. */
function isAboutSame(one: JsonObject, other: JsonObject): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key)) && sharesId(one, other);
}

const idWords = new Set(['id', 'ids', 'path', 'key', 'slug', 'number', 'uri', 'url', 'iid', 'uuid', 'file', 'name']);

function sharesId(one: JsonObject, other: JsonObject): boolean {
  const ids = Object.keys(one).filter((key) => wordsOf(key).some((word) => idWords.has(word)) && Object.hasOwn(other, key));
  return ids.length > 0 && ids.every((key) => isSame(own(one, key), own(other, key)));
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && stringifyExact(one) === stringifyExact(other);
}
