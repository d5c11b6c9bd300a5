// The parts of a value that a view gets: nodes of a tree, pages of a table, and the ways in which the value can be
// shown. Their texts are cut, with hidden characters escaped. The pages of the editor check their messages with these
// guards.
import {
  either,
  isArrayOf,
  isBoolean,
  isIndex,
  isObject,
  isOneOf,
  isString,
  type FieldsOf,
  type Guarded,
} from '../../base/guards.ts';

/** Maximum number of steps of a path: values are at most 100 levels deep. */
const mostSteps = 1_000;
const longestFilter = 1_000;

/**
 * Indexes on the way to a part of the value: of members of a list or of an object in the order of its keys, or of the
 * parts of a string.
 */
export const isValuePath = isArrayOf(isIndex, mostSteps);
export type ValuePath = Guarded<typeof isValuePath>;

/** `text`: a part of a long string; it is a child of that string. */
const nodeKinds = ['object', 'array', 'string', 'number', 'boolean', 'null', 'text'] as const;
/**
 * One line of a tree. `shown`: the value in one line. `size`: number of members or characters. `opens`: the node has
 * children. `key`: an index for members of lists and parts of strings.
 */
const isValueNode = isObject(
  { kind: isOneOf(nodeKinds), shown: isString, size: isIndex, opens: isBoolean },
  { key: either(isString, isIndex) },
);
export type ValueNode = Guarded<typeof isValueNode>;

/** A node with some of its members. `total`: number of all its members. */
export const membersPage = { self: isValueNode, total: isIndex, nodes: isArrayOf(isValueNode) };
export type MembersPage = FieldsOf<typeof membersPage>;

/** `column`: an index into the columns of the table. */
export const isSort = isObject({ column: isIndex, descending: isBoolean });
export const tableOrder = {
  /**
   * Keeps the rows that have the words in a cell, ignoring case. `column:words` searches one column, `column=value`
   * compares a whole cell; empty keeps all rows.
   */
  filter: (value: unknown): value is string => isString(value) && value.length <= longestFilter,
};
export type TableOrder = FieldsOf<typeof tableOrder> & { readonly sort?: Guarded<typeof isSort> };

export const isTableFormat = isOneOf(['csv', 'markdown']);
export type TableFormat = Guarded<typeof isTableFormat>;

const cellKinds = ['text', 'number', 'boolean', 'null', 'json', 'none'] as const;
const isTableCell = isObject({ text: isString, kind: isOneOf(cellKinds) });
export type TableCell = Guarded<typeof isTableCell>;

export const tablePage = {
  columns: isArrayOf(isString, 1_000),
  /** Number of columns that are left out. */
  moreColumns: isIndex,
  /** Number of rows of the list, and number of rows that pass the filter. */
  all: isIndex,
  total: isIndex,
  /** `index`: position of the row in the list. */
  rows: isArrayOf(isObject({ index: isIndex, cells: isArrayOf(isTableCell) })),
};
export type TablePage = FieldsOf<typeof tablePage>;

export const valueShape = {
  /** `name`: the path of the list as text. The longest lists come first. */
  tables: isArrayOf(isObject({ path: isValuePath, name: isString, rows: isIndex })),
  /** Pictures and sounds. */
  media: isArrayOf(isObject({ path: isValuePath, mimeType: isString })),
  /** True if the value holds nothing but pictures and sounds. */
  isMedia: isBoolean,
};
/** Present if the value is a text. */
export const isTextKind = isOneOf(['plain', 'markdown']);
export type ValueShape = FieldsOf<typeof valueShape> & { readonly text?: Guarded<typeof isTextKind> };
