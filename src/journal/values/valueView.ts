// The questions of a page about a value that it shows part by part, and their answers: nodes of a tree, pages of a
// table, and the ways in which the value can be shown. Texts in the answers are cut, with hidden characters escaped.
// The pages of the editor check their messages with these guards.
import {
  either,
  isArrayOf,
  isBoolean,
  isIndex,
  isObject,
  isOneOf,
  isString,
  isTagged,
  type FieldsOf,
  type Guard,
  type Guarded,
} from '../../base/guards.ts';

/** Maximum number of members or rows of one answer. */
export const pageSize = 200;
/** Maximum number of steps of a path: values are at most 100 levels deep. */
const mostSteps = 1_000;
const longestWords = 1_000;

const isWords: Guard<string> = (value): value is string => isString(value) && value.length <= longestWords;

/**
 * Indexes on the way to a part of the value: of members of a list or of an object in the order of its keys, or of the
 * parts of a string.
 */
export const isValuePath = isArrayOf(isIndex, mostSteps);
export type ValuePath = Guarded<typeof isValuePath>;

/** `column`: an index into the columns of the table. */
export const isSort = isObject({ column: isIndex, descending: isBoolean });
export const tableOrder = {
  /**
   * Keeps the rows that have the words in a cell, ignoring case. `column:words` searches one column, `column=value`
   * compares a whole cell; empty keeps all rows.
   */
  filter: isWords,
};
export type TableOrder = FieldsOf<typeof tableOrder> & { readonly sort?: Guarded<typeof isSort> };

const isTableFormat = isOneOf(['csv', 'markdown']);
export type TableFormat = Guarded<typeof isTableFormat>;

const place = { path: isValuePath };

export const isPageQuery = isTagged('kind', {
  members: isObject({ ...place, from: isIndex }),
  search: isObject({ query: isWords }),
  shape: isObject({}),
  /** Requests a text, or the beginning of a long text. */
  shownText: isObject({}),
  table: isObject({ ...place, ...tableOrder, from: isIndex }, { sort: isSort }),
  media: isObject(place),
});
export type PageQuery = Guarded<typeof isPageQuery>;

/** The texts that a page can copy. */
export const isCopyQuery = isTagged('kind', {
  /** A string unchanged, any other value as JSON. `most`: maximum number of characters. */
  text: isObject(place, { most: isIndex }),
  /** The path as JavaScript writes it; `root` is its first part. */
  path: isObject({ ...place, root: isString }),
  tableText: isObject({ ...place, ...tableOrder, format: isTableFormat }, { sort: isSort }),
});
export type CopyQuery = Guarded<typeof isCopyQuery>;

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

const cellKinds = ['text', 'number', 'boolean', 'null', 'json', 'none'] as const;
const isTableCell = isObject({ text: isString, kind: isOneOf(cellKinds) });
export type TableCell = Guarded<typeof isTableCell>;

export const isPageAnswer = isTagged('kind', {
  /** A node with some of its members. `total`: number of all its members. */
  members: isObject({ self: isValueNode, total: isIndex, nodes: isArrayOf(isValueNode) }),
  /** `more`: there are further matches. */
  search: isObject({ paths: isArrayOf(isValuePath), more: isBoolean }),
  shape: isObject(
    {
      /** `name`: the path of the list as text. The longest lists come first. */
      tables: isArrayOf(isObject({ path: isValuePath, name: isString, rows: isIndex })),
      /** Pictures and sounds. */
      media: isArrayOf(isObject({ path: isValuePath, mimeType: isString })),
      /** True if the value holds nothing but pictures and sounds. */
      isMedia: isBoolean,
    },
    /** Present if the value is a text. */
    { text: isOneOf(['plain', 'markdown']) },
  ),
  shownText: isObject({ text: isString, isWhole: isBoolean }),
  table: isObject({
    columns: isArrayOf(isString, 1_000),
    /** Number of columns that are left out. */
    moreColumns: isIndex,
    /** Number of rows of the list, and number of rows that pass the filter. */
    all: isIndex,
    total: isIndex,
    /** `index`: position of the row in the list. */
    rows: isArrayOf(isObject({ index: isIndex, cells: isArrayOf(isTableCell) })),
  }),
  media: isObject({ mimeType: isString, base64: isString }),
  /**
   * `omitted`: the value was not recorded. `missing`: its file is gone. `failed`: the value could not be read in time.
   */
  none: isObject({ why: isOneOf(['omitted', 'missing', 'failed']) }),
});
export type PageAnswer = Guarded<typeof isPageAnswer>;
type AnswerOf<Kind> = Omit<Extract<PageAnswer, { readonly kind: Kind }>, 'kind'>;
export type MembersPage = AnswerOf<'members'>;
export type TablePage = AnswerOf<'table'>;
export type ValueShape = AnswerOf<'shape'>;

export const noValueWords: Readonly<Record<AnswerOf<'none'>['why'], string>> = {
  omitted: 'Not recorded: codeMode.runs.record is "metadata".',
  missing: 'Its file is no longer there.',
  failed: 'It cannot be shown: reading it took too long.',
};

/** Returns a sentence that says why there is no value. An answer of an unexpected kind counts as failed. */
export function whyNoValue(answer: PageAnswer | { readonly kind: 'text' | 'block' }): string {
  return noValueWords[answer.kind === 'none' ? answer.why : 'failed'];
}
