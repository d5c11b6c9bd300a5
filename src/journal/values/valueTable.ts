// Shows a list of objects as a table: its columns and a page of its rows, sorted and filtered. The list may have a
// hundred thousand rows, so views get one page at a time, and the order is kept for the next page.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { visibleText } from '../../base/text/visibleText.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import type { TableCell, TableOrder, TablePage } from './valueView.ts';

/** Maximum number of columns that a page shows: an object may have its data in its keys. */
const mostColumns = 100;
const longestCell = 200;
const longestColumn = 60;

/** True if the value is a list of objects alone; no column would show another item. */
export function isTable(value: JsonValue | undefined): value is readonly JsonObject[] {
  return isJsonArray(value) && value.length > 0 && value.every(isJsonObject);
}

export class ValueTable {
  /** The names of all columns, in the order in which they first occur. */
  readonly keys: readonly string[];
  /** The columns that a page shows, sorts by and filters. */
  readonly #shownKeys: readonly string[];
  readonly #rows: readonly JsonValue[];
  #texts: readonly string[] | undefined;
  /** The order that was requested last. */
  #last: { readonly key: string; readonly order: readonly number[] } | undefined;

  constructor(rows: readonly JsonValue[]) {
    const keys = new Set<string>();
    for (const row of rows) if (isJsonObject(row)) for (const key in row) keys.add(key);
    this.#rows = rows;
    this.keys = [...keys];
    this.#shownKeys = this.keys.slice(0, mostColumns);
  }

  page(order: TableOrder, from: number, count: number): TablePage {
    const indexes = this.order(order);
    return {
      columns: this.#shownKeys.map((key) => visibleText(cut(key, longestColumn))),
      moreColumns: this.keys.length - this.#shownKeys.length,
      all: this.#rows.length,
      total: indexes.length,
      rows: indexes
        .slice(from, from + count)
        .map((index) => ({ index, cells: this.#shownCells(index).map(cellOf) })),
    };
  }

  /** Returns the cells of a row of the list, by column. */
  cells(index: number): readonly (JsonValue | undefined)[] {
    return this.keys.map((key) => this.#cell(index, key));
  }

  #shownCells(index: number): readonly (JsonValue | undefined)[] {
    return this.#shownKeys.map((key) => this.#cell(index, key));
  }

  #cell(index: number, key: string): JsonValue | undefined {
    const row = this.#rows[index];
    return isJsonObject(row) && Object.hasOwn(row, key) ? row[key] : undefined;
  }

  /** Returns the indexes of the rows that pass the filter, sorted. */
  order({ sort, filter }: TableOrder): readonly number[] {
    const key = JSON.stringify([sort, filter]);
    if (this.#last?.key === key) return this.#last.order;
    const left = this.#filtered(filter.toLowerCase());
    const order = sort ? this.#sorted(left, sort) : left;
    this.#last = { key, order };
    return order;
  }

  #filtered(words: string): readonly number[] {
    const all = this.#rows.map((_row, index) => index);
    if (words === '') return all;
    const named = this.#namedColumn(words);
    if (!named) {
      const textOf = (index: number) => this.#shownCells(index).map(plainCell).join('\n').toLowerCase();
      const texts = (this.#texts ??= all.map(textOf));
      return all.filter((index) => texts[index]?.includes(words));
    }
    const { column, isWhole, text } = named;
    return all.filter((index) => {
      const cell = plainCell(this.#cell(index, this.#shownKeys[column] ?? '')).toLowerCase();
      return isWhole ? cell === text : cell.includes(text);
    });
  }

  /** Returns the column that the filter names. If the names of several columns match, the longest name wins. */
  #namedColumn(words: string) {
    let longest = 0;
    let column = -1;
    for (const [index, key] of this.#shownKeys.entries()) {
      const name = key.toLowerCase();
      const isNamed = words.startsWith(name) && /^[:=]/.test(words.slice(name.length));
      if (isNamed && name.length > longest) [longest, column] = [name.length, index];
    }
    return column < 0
      ? undefined
      : { column, isWhole: words[longest] === '=', text: words.slice(longest + 1).trim() };
  }

  #sorted(indexes: readonly number[], { column, descending }: Required<TableOrder>['sort']) {
    const key = this.#shownKeys[column];
    if (key === undefined) return indexes;
    const { compare } = new Intl.Collator('en', { numeric: true });
    const turn = descending ? -1 : 1;
    const sortable = indexes.map((index) => ({ index, ...rankOf(this.#cell(index, key)) }));
    sortable.sort((one, other) => {
      // Absent cells stand last in either direction.
      if (one.rank !== other.rank)
        return one.rank === absent || other.rank === absent
          ? one.rank - other.rank
          : turn * (one.rank - other.rank);
      // Integers beyond 2^53 are bigints, which have no difference with numbers and may equal one: 1e20.
      if (one.number < other.number) return -turn;
      if (one.number > other.number) return turn;
      return turn * compare(one.text, other.text) || one.index - other.index;
    });
    return sortable.map(({ index }) => index);
  }
}

const absent = 4;

/** Returns the group of the cell in the order, and its number or text within the group. */
function rankOf(value: JsonValue | undefined): { rank: number; number: number | bigint; text: string } {
  if (typeof value === 'number' || typeof value === 'bigint') return { rank: 0, number: value, text: '' };
  if (typeof value === 'string') return { rank: 1, number: 0, text: value.slice(0, longestCell) };
  if (typeof value === 'boolean') return { rank: 2, number: 0, text: String(value) };
  if (value === undefined || value === null) return { rank: absent, number: 0, text: '' };
  return { rank: 3, number: 0, text: stringifyExact(value).slice(0, longestCell) };
}

/** Returns the cell for a copy: a text unchanged, objects and lists as JSON, an absent value as an empty text. */
export function plainCell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? stringifyExact(value) : String(value);
}

function cellOf(value: JsonValue | undefined): TableCell {
  if (value === undefined) return { text: '', kind: 'none' };
  if (value === null) return { text: 'null', kind: 'null' };
  if (typeof value === 'number' || typeof value === 'bigint') return { text: String(value), kind: 'number' };
  if (typeof value === 'boolean') return { text: String(value), kind: 'boolean' };
  const text = visibleText(cut(plainCell(value), longestCell)).replace(/\s/g, ' ');
  return { text, kind: typeof value === 'string' ? 'text' : 'json' };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text.toWellFormed();
}
