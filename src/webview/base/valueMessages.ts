// What a tree of a JSON value asks the extension, and what it gets: a page of members at a time, so that a value of megabytes stays where it
// is. Shared by every webview that shows values.
import { either, isArrayOf, isBoolean, isIndex, isObject, isOneOf, isShortArrayOf, isString, type Guarded } from '../../base/guards.ts';

/** Most members of one page, and most steps of a path: values are at most 100 deep. */
export const pageSize = 200;
const mostSteps = 1_000;
const longestQuery = 1_000;

export const isValuePath = isShortArrayOf(isIndex, mostSteps);
export type ValuePath = Guarded<typeof isValuePath>;

const valueKinds = ['object', 'array', 'string', 'number', 'boolean', 'null', 'text'] as const;

/** One line of a tree. `text`: a piece of a long string, which is the child of that string. */
const isValueNode = isObject(
  { kind: isOneOf(valueKinds), shown: isString, size: isIndex, opens: isBoolean },
  { key: either(isString, isIndex) },
);
/** `shown`: its value in a line, hidden characters escaped. `size`: members, or characters. `opens`: it has children. */
export type ValueNode = Guarded<typeof isValueNode>;

/** `value` of run `n`, `args` of the run that is shown; of this, `display` and `entry` `n`; `input`, `output` and `failure` of its call `n`. */
const valueSources = ['value', 'args', 'display', 'entry', 'input', 'output', 'failure'] as const;
export const isSource = isObject({ of: isOneOf(valueSources), n: isIndex });
export type Source = Guarded<typeof isSource>;

/** A value that can be shown; or `note`, why there is none. */
export const isShownValue = isObject({ name: isString }, { source: isSource, note: isString });
export type ShownValue = Guarded<typeof isShownValue>;

const request = { request: isIndex };

/** What the view sends. */
export const valueRequests = {
  members: isObject({ ...request, source: isSource, path: isValuePath, from: isIndex }),
  search: isObject({ ...request, source: isSource, query: (value): value is string => isString(value) && value.length <= longestQuery }),
  copy: isObject({ source: isSource, path: isValuePath, what: isOneOf(['value', 'path']) }),
};

/** What it gets. */
export const valueReplies = {
  members: isObject({ ...request, self: isValueNode, total: isIndex, nodes: isArrayOf(isValueNode) }),
  /** `more`: there are further ones. */
  found: isObject({ ...request, paths: isArrayOf(isValuePath), more: isBoolean }),
  /** A sentence. */
  noValue: isObject({ ...request, why: isString }),
};
