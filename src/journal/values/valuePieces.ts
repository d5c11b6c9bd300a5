// Reads a JSON value in parts: a page of its members, a page of a long string, the places that match a search. Views
// show values of megabytes this way and never the whole value. Texts are safe to show: hidden characters are escaped.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { ValueTable } from './valueTable.ts';
import type { MembersPage, ValueNode, ValuePath } from './valueView.ts';

const longestShown = 200;
const longestKey = 200;
/** Maximum number of members that the preview line of an object or array shows. */
const mostPreviewed = 5;
/** Maximum number of characters of a part of a string; a part also ends at the end of a line. */
const pieceLength = 160;
/** Maximum length of a string that is shown whole in its line, in characters. */
const wholeString = 100;
const mostFound = 1_000;

/** One value, with caches for the parts that are expensive to compute. */
export class ValuePieces {
  /** The whole value. */
  readonly value: JsonValue;
  readonly #keys = new WeakMap<object, readonly string[]>();
  /** The string that was read last, with the positions where its parts begin. */
  #pieces: { readonly text: string; readonly starts: readonly number[] } | undefined;
  /** The table that was read last. */
  #table: { readonly list: JsonValue; readonly table: ValueTable } | undefined;

  constructor(value: JsonValue) {
    this.value = value;
  }

  /** Undefined if there is no value at this path. */
  at(path: ValuePath): JsonValue | undefined {
    let member: Member | undefined = { key: 0, value: this.value };
    for (const step of path) member = member && this.#member(member.value, step);
    return member?.value;
  }

  /**
   * Returns the path as JavaScript writes it, such as `result.items[3].name` with `result` as `root`. Steps without a
   * value are left out.
   */
  pathText(root: string, path: ValuePath): string {
    let text = root;
    let member: Member | undefined = { key: 0, value: this.value };
    for (const step of path) {
      member = this.#member(member.value, step);
      if (!member) break;
      text += stepText(member.key);
    }
    return text;
  }

  /**
   * Returns the value at `path` with at most `count` of its members, beginning with member `from`. The members of a
   * long string are its parts.
   */
  members(path: ValuePath, from: number, count: number): MembersPage | undefined {
    const value = this.at(path);
    if (value === undefined) return undefined;
    const self = nodeOf(path.at(-1), value);
    if (!self.opens) return { self, total: 0, nodes: [] };
    if (typeof value === 'string') return { self, ...this.#textPieces(value, from, count) };
    const { length: total } = isJsonArray(value) ? value : isJsonObject(value) ? this.#keysOf(value) : [];
    const nodes: ValueNode[] = [];
    for (let index = from; index < Math.min(total, from + count); index += 1) {
      const member = this.#member(value, index);
      if (member) nodes.push(nodeOf(member.key, member.value));
    }
    return { self, total, nodes };
  }

  /** Returns paths of the members whose key or value contains the words, ignoring case, in the order of the value. */
  search(query: string): { readonly paths: readonly ValuePath[]; readonly more: boolean } {
    const words = query.toLowerCase();
    const paths: ValuePath[] = [];
    const open: Step[] = words === '' ? [] : [{ value: this.value, key: undefined, index: 0 }];
    for (let step = open.pop(); step; step = open.pop()) {
      if (has(step, words)) {
        if (paths.length === mostFound) return { paths, more: true };
        paths.push(pathOf(step));
      }
      for (const member of membersOf(step).reverse()) open.push(member);
    }
    return { paths, more: false };
  }

  /** Returns the list at `path` as a table; undefined if there is no list. */
  table(path: ValuePath): ValueTable | undefined {
    const value = this.at(path);
    if (value === undefined || !isJsonArray(value)) return undefined;
    if (this.#table?.list !== value) this.#table = { list: value, table: new ValueTable(value) };
    return this.#table.table;
  }

  #member(value: JsonValue, index: number): Member | undefined {
    if (isJsonArray(value)) {
      const member = value[index];
      return member === undefined ? undefined : { key: index, value: member };
    }
    if (!isJsonObject(value)) return undefined;
    const key = this.#keysOf(value)[index];
    return key === undefined ? undefined : { key, value: memberOf(value, key) };
  }

  #keysOf(value: object): readonly string[] {
    const known = this.#keys.get(value);
    if (known) return known;
    const keys = Object.keys(value);
    this.#keys.set(value, keys);
    return keys;
  }

  #textPieces(text: string, from: number, count: number): Pick<MembersPage, 'total' | 'nodes'> {
    if (this.#pieces?.text !== text) this.#pieces = { text, starts: pieceStarts(text) };
    const { starts } = this.#pieces;
    const nodes = starts.slice(from, from + count).map((start, index): ValueNode => {
      const piece = text.slice(start, starts[from + index + 1] ?? text.length).replace(/\n$/, '');
      return {
        key: from + index,
        kind: 'text',
        shown: visibleText(piece.toWellFormed()),
        size: piece.length,
        opens: false,
      };
    });
    return { total: starts.length, nodes };
  }
}

interface Member {
  readonly key: string | number;
  readonly value: JsonValue;
}

function memberOf(value: JsonObject, key: string): JsonValue {
  return value[key] ?? null;
}

function stepText(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

function nodeOf(key: string | number | undefined, value: JsonValue): ValueNode {
  const shownKey = typeof key === 'string' ? cut(visibleText(key.slice(0, longestKey + 1)), longestKey) : key;
  const { shown, ...kind } = lineOf(value);
  return { ...(shownKey !== undefined && { key: shownKey }), ...kind, shown: cut(shown, longestShown) };
}

function lineOf(value: JsonValue): Omit<ValueNode, 'key'> {
  if (typeof value === 'string') {
    const opens = value.length > wholeString || value.includes('\n');
    return { kind: 'string', size: value.length, opens, shown: quoted(value) };
  }
  if (isJsonArray(value)) {
    const first = value.slice(0, mostPreviewed).map(shortOf).join(', ');
    const shown = `[${first}${value.length > mostPreviewed ? ', …' : ''}]`;
    return { kind: 'array', size: value.length, opens: value.length > 0, shown };
  }
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    const first = keys
      .slice(0, mostPreviewed)
      .map((key) => `${cut(visibleText(key.slice(0, 40)), 30)}: ${shortOf(memberOf(value, key))}`)
      .join(', ');
    const shown = keys.length === 0 ? '{}' : `{ ${first}${keys.length > mostPreviewed ? ', …' : ''} }`;
    return { kind: 'object', size: keys.length, opens: keys.length > 0, shown };
  }
  const kind = value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'number';
  return { kind, size: 0, opens: false, shown: String(value) };
}

/** Returns the value for the preview line of its parent. */
function shortOf(value: JsonValue): string {
  if (isJsonArray(value)) return value.length === 0 ? '[]' : '[…]';
  if (isJsonObject(value)) return '{…}';
  return typeof value === 'string' ? cut(quoted(value.slice(0, 41)), 40) : String(value);
}

function quoted(text: string): string {
  return visibleText(JSON.stringify(text.slice(0, longestShown + 1).toWellFormed()));
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

function pieceStarts(text: string): readonly number[] {
  const starts: number[] = [];
  for (let at = 0; at < text.length;) {
    starts.push(at);
    const piece = text.slice(at, at + pieceLength);
    const lineEnd = piece.indexOf('\n');
    // A part does not end between the two halves of a surrogate pair.
    const length =
      lineEnd >= 0 ? lineEnd + 1 : /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
    at += Math.max(1, length);
  }
  return starts;
}

interface Step {
  readonly value: JsonValue;
  readonly key: string | undefined;
  readonly index: number;
  /** Absent for the whole value. */
  readonly parent?: Step;
}

function membersOf(parent: Step): Step[] {
  const { value } = parent;
  if (isJsonArray(value))
    return value.map((member, index) => ({ value: member, key: undefined, index, parent }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([key, member], index) => ({ value: member, key, index, parent }));
}

function pathOf(step: Step): ValuePath {
  const path: number[] = [];
  for (let at = step; at.parent; at = at.parent) path.push(at.index);
  return path.reverse();
}

/** True if the key contains the words, or the value does and is neither an object nor a list. */
function has({ key, value }: Step, words: string): boolean {
  if (key?.toLowerCase().includes(words)) return true;
  return (typeof value !== 'object' || value === null) && String(value).toLowerCase().includes(words);
}
