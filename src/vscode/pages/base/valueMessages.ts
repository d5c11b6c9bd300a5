// The messages between a tree of a JSON value and the extension. The tree gets one page of members at a time, so a
// value of megabytes stays in the extension. Every webview that shows values uses these messages.
import {
  either,
  isArrayOf,
  isBoolean,
  isIndex,
  isObject,
  isOneOf,
  isString,
  type Guarded,
} from '../../../base/guards.ts';

/** Maximum number of members of one page, and maximum number of steps of a path: values are at most 100 levels deep. */
export const pageSize = 200;
const mostSteps = 1_000;
const longestQuery = 1_000;

export const isValuePath = isArrayOf(isIndex, mostSteps);
export type ValuePath = Guarded<typeof isValuePath>;

const valueKinds = ['object', 'array', 'string', 'number', 'boolean', 'null', 'text'] as const;

/** One line of a tree. `text`: a part of a long string; it is a child of that string. */
const isValueNode = isObject(
  { kind: isOneOf(valueKinds), shown: isString, size: isIndex, opens: isBoolean },
  { key: either(isString, isIndex) },
);
/**
 * `shown`: the value in one line, with hidden characters escaped. `size`: number of members or characters. `opens`: the
 * node has children.
 */
export type ValueNode = Guarded<typeof isValueNode>;

/**
 * `value` of run number `n`; `args` of the run that is shown; in that run, `display` and `entry` number `n`, and
 * `input`, `output` and `failure` of call number `n`.
 */
const valueSources = ['value', 'args', 'display', 'entry', 'input', 'output', 'failure'] as const;
export const isSource = isObject({ of: isOneOf(valueSources), n: isIndex });
export type Source = Guarded<typeof isSource>;

/** A value that can be shown, or a `note` that says why there is none. */
export const isShownValue = isObject({ name: isString }, { source: isSource, note: isString });
export type ShownValue = Guarded<typeof isShownValue>;

const request = { request: isIndex };

/** The requests of a view. */
export const valueRequests = {
  members: isObject({ ...request, source: isSource, path: isValuePath, from: isIndex }),
  search: isObject({
    ...request,
    source: isSource,
    query: (value): value is string => isString(value) && value.length <= longestQuery,
  }),
  copy: isObject({ source: isSource, path: isValuePath, what: isOneOf(['value', 'path']) }),
};

/** The replies of the extension. */
export const valueReplies = {
  members: isObject({ ...request, self: isValueNode, total: isIndex, nodes: isArrayOf(isValueNode) }),
  /** `more`: there are further matches. */
  found: isObject({ ...request, paths: isArrayOf(isValuePath), more: isBoolean }),
  /** `why` is a sentence. */
  noValue: isObject({ ...request, why: isString }),
};
