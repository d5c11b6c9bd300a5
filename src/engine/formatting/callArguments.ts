// Writes the arguments of a call in one line that tells the call from other calls of the same tool. Arguments that
// differ between the calls come first, then arguments that name a target, as far as there is space.
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import { isPathLike, shownKey, shownValue } from '../../base/text/shownValue.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { CallRecord } from '../runOutcome.ts';

/** Maximum number of values of one call that are read. Only unusual inputs have more, since records shorten inputs. */
const MOST_LEAVES = 100;
/** Maximum number of paths of all calls: each call may have other arguments, and each is looked up in all calls. */
const MOST_PATHS = 200;
/** Minimum number of characters of each shown value. */
const LEAST_OF_VALUE = 16;
const LONGEST_PATH = 60;
const plainPath = /^[\p{ID_Start}_$][\p{ID_Continue}$.[\]-]*$/u;
/** Number of characters of a common beginning that are shown before the values differ. */
const SHARED = 8;

/** The values of an input by path: `items[0].name`. */
type Leaves = ReadonlyMap<string, JsonValue>;

/** The path of values that differ, and the length of their common beginning if they are strings. */
type Differing = readonly [path: string, prefix: number];

/**
 * Returns a function that writes the arguments of any of `calls`, which all call the same tool: `{ id: "A1", … 2 more
 * }`, or an empty text if there are none. `room` is the maximum length in characters.
 */
export function callArguments(calls: readonly CallRecord[]): (call: CallRecord, room: number) => string {
  const leaves = new Map(calls.map((call) => [call, leavesOf(call.input)]));
  const differing = calls.length > 1 ? differences([...leaves.values()]) : [];
  const rank = new Map(differing.map(([path], index) => [path, index]));
  const prefixes = new Map(differing);
  return (call, room) => {
    const own = [...(leaves.get(call) ?? [])];
    const order = (path: string) =>
      rank.get(path) ?? (isPathLike(lastName(path)) ? differing.length : differing.length + 1);
    own.sort(([a], [b]) => order(a) - order(b));
    return inOneLine(own, prefixes, room);
  };
}

function inOneLine(
  leaves: readonly (readonly [string, JsonValue])[],
  prefixes: ReadonlyMap<string, number>,
  room: number,
): string {
  if (leaves.length === 0) return '';
  const parts: string[] = [];
  let left = room;
  for (const [path, value] of leaves) {
    if (left < LEAST_OF_VALUE && parts.length > 0) break;
    // The next values share the space, so that one long text leaves space for the others.
    const limit = Math.max(
      LEAST_OF_VALUE,
      Math.floor(left / Math.min(3, leaves.length - parts.length)) - path.length - 2,
    );
    const part = `${shownPath(path)}${leafText(path, value, prefixes.get(path) ?? 0, limit)}`;
    parts.push(part);
    left -= part.length + 2;
  }
  const more = leaves.length - parts.length;
  return `{ ${[...parts, ...(more > 0 ? [`… ${more} more`] : [])].join(', ')} }`;
}

/** Writes the name of a value; an input that is not an object has no name. */
function shownPath(path: string): string {
  if (path === '') return '';
  return `${plainPath.test(path) && path.length <= LONGEST_PATH ? visibleName(path) : shownKey(path)}: `;
}

function leafText(path: string, value: JsonValue, prefix: number, limit: number): string {
  const isLong = typeof value === 'string' && value.length > limit && prefix > SHARED;
  return isLong
    ? `…${shownValue(value.slice(prefix - SHARED), limit, isPathLike(path))}`
    : shownValue(value, limit, isPathLike(path));
}

/** Returns the paths whose values differ between calls, in the order of their first appearance. */
function differences(all: readonly Leaves[]): readonly Differing[] {
  return firstPaths(all).flatMap((path) => {
    const values = all.map((leaves) => leaves.get(path));
    const [first] = values;
    if (values.every((value) => value === first)) return [];
    return [[path, sharedLength(values)] as const];
  });
}

function firstPaths(all: readonly Leaves[]): readonly string[] {
  const paths = new Set<string>();
  for (const leaves of all) {
    for (const path of leaves.keys()) {
      if (paths.size === MOST_PATHS) return [...paths];
      paths.add(path);
    }
  }
  return [...paths];
}

function sharedLength(values: readonly (JsonValue | undefined)[]): number {
  const texts = values.filter((value) => typeof value === 'string');
  const [first = ''] = texts;
  return texts.reduce((shared, text) => {
    let length = 0;
    while (length < shared && text[length] === first[length]) length += 1;
    return length;
  }, first.length);
}

function leavesOf(input: JsonValue | undefined): Leaves {
  const leaves = new Map<string, JsonValue>();
  const visit = (value: JsonValue, path: string): void => {
    if (leaves.size === MOST_LEAVES) return;
    if (Array.isArray(value)) value.forEach((item: JsonValue, index) => visit(item, `${path}[${index}]`));
    else if (isJsonObject(value))
      for (const [key, member] of Object.entries(value)) visit(member, path === '' ? key : `${path}.${key}`);
    else leaves.set(path, value);
  };
  if (input !== undefined && input !== null) visit(input, '');
  return leaves;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
