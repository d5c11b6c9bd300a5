// Shows one JSON value within a number of characters. Strings keep their beginning and their end, lists and objects
// their first members. The count of hidden characters stands outside of the quotes, where no value can write.
import { counted } from './counted.ts';
import { visibleName, visibleText } from './visibleText.ts';

const mostKeys = 40;
const longestKey = 60;
/** Maximum number of members among which path-like names come first; a larger object is ordered by rank and name. */
const mostNamesRead = 1_000;

/** Words that occur in names of arguments for a target or an action. */
const pathWords = new Set(
  (
    'path paths file files filename filepath dir directory folder root cwd uri url urls link href endpoint host hostname domain address ' +
    'ip port to cc bcc recipient recipients email mail phone channel user username account owner repo repository branch ref bucket key ' +
    'source src destination dest target from into output command cmd script query sql statement expression code method action ' +
    'database db schema table collection index amount id'
  ).split(' '),
);

/** True if a name contains such a word: `path`, `outputFile`, `target_dir`, `URL`. */
export function isPathLike(name: string): boolean {
  if (name.length > longestKey) return false;
  return name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).some((word) => pathWords.has(word.toLowerCase()));
}

type Keys = { readonly first: readonly string[]; readonly more: number };

/** Returns at most 40 keys, ordered by rank and then by name, never in the order of the object. */
export function firstKeys(object: object, rank: (key: string, isPath: boolean) => number): Keys {
  const keys = Object.keys(object);
  const isRead = keys.length <= mostNamesRead;
  const first: { readonly key: string; readonly rank: number }[] = [];
  for (const key of keys) {
    const entry = { key, rank: rank(key, isRead && isPathLike(key)) };
    const isBefore = (other: typeof entry) =>
      entry.rank < other.rank || (entry.rank === other.rank && key < other.key);
    const at = first.findIndex(isBefore);
    if (at < 0 && first.length === mostKeys) continue;
    first.splice(at < 0 ? first.length : at, 0, entry);
    if (first.length > mostKeys) first.pop();
  }
  return { first: first.map(({ key }) => key), more: keys.length - first.length };
}

export function ownValue(object: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(object, key)?.value;
}

/** Writes `value` as JSON of about `limit` characters and the marks. In a path, look-alike letters are escaped. */
export function shownValue(value: unknown, limit: number, pathLike: boolean): string {
  if (typeof value === 'string') return shownString(value, limit, pathLike ? visibleName : visibleText);
  if (Array.isArray(value)) return shownList(value, limit, pathLike);
  if (typeof value === 'object' && value !== null) return shownObject(value, limit, pathLike);
  return String(value);
}

export function shownKey(key: string): string {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$.-]*$/u.test(key) && key.length <= longestKey
    ? visibleName(key)
    : shownString(key, longestKey, visibleName);
}

function shownList(items: readonly unknown[], limit: number, pathLike: boolean): string {
  const parts = fittingParts(items, limit, (item, most) => shownValue(item, most, pathLike));
  return `[${joined(parts, items.length - parts.length, 'more item')}]`;
}

function shownObject(object: object, limit: number, pathLike: boolean): string {
  const { first, more } = firstKeys(object, (_key, isPath) => (isPath ? 0 : 1));
  const parts = fittingParts(first, limit, (key, most) => {
    const value = shownValue(ownValue(object, key), most, pathLike || isPathLike(key));
    return `${shownKey(key)}: ${value}`;
  });
  return `{${joined(parts, more + first.length - parts.length, 'more member')}}`;
}

/** Writes the first items as far as there is room; the value of each gets at most half of the room that is left. */
function fittingParts<T>(items: readonly T[], limit: number, write: (item: T, most: number) => string) {
  const parts: string[] = [];
  let left = limit;
  for (const item of items) {
    if (left < shortest) break;
    const part = write(item, Math.floor(left / 2));
    parts.push(part);
    left -= part.length + 2;
  }
  return parts;
}

function joined(parts: readonly string[], hidden: number, what: string): string {
  return [...parts, ...(hidden > 0 ? [`… ${counted(hidden, what)}`] : [])].join(', ');
}

/** Minimum number of characters in which a value is shown. */
const shortest = 8;

type Visible = (text: string) => string;

function shownString(text: string, limit: number, visible: Visible): string {
  if (text.length <= limit) {
    const whole = quoted(text, visible);
    if (whole.length <= limit + 2) return whole;
  }
  const head = fitting(
    Math.ceil((limit * 2) / 3),
    (most) => text.slice(0, most).replace(/[\ud800-\udbff]$/, ''),
    visible,
  );
  const tail = fitting(
    Math.floor(limit / 3),
    (most) => text.slice(Math.max(head.length, text.length - most)).replace(/^[\udc00-\udfff]/, ''),
    visible,
  );
  const hidden = text.length - head.length - tail.length;
  return `${quoted(head, visible)} … ${counted(hidden, 'more character')}${tail === '' ? '' : ` … ${quoted(tail, visible)}`}`;
}

/** Tries `limit` characters, then half as many each time, until the shown form fits in `limit` characters. */
function fitting(limit: number, take: (most: number) => string, visible: Visible): string {
  for (let most = limit; most > 0; most = Math.floor(most / 2)) {
    const part = take(most);
    if (quoted(part, visible).length <= limit + 2) return part;
  }
  return '';
}

/** Writes a text as JSON, hidden characters as `\u{202e}`. Its own backslashes are doubled, so that the two differ. */
function quoted(text: string, visible: Visible): string {
  const parts = text.split(/(["\\\u0000-\u001f])/);
  return `"${parts.map((part, index) => (index % 2 === 0 ? visible(part) : JSON.stringify(part).slice(1, -1))).join('')}"`;
}
