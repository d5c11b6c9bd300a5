// The placeholder that a script gets for a call that a dry run does not send. The fields of a placeholder are
// placeholders too. A script can pass a placeholder on in arguments and texts, where it becomes a mark that names the
// call. Code that needs the value itself gets an error that says so.
import { plainName } from '../../base/jsonLiteral.ts';

/** Key under which a placeholder holds its mark. Other values have no such property. */
const markKey = Symbol('mark of a dry run');
/** Maximum length of a field's path in the mark, in characters. */
const longestPath = 200;
/**
 * Fields that are undefined in a placeholder. A dry run assumes that calls succeed, so scripts that look for a failure
 * go on.
 */
const failureFields: readonly string[] = ['error', 'errors', 'isError'];

interface UnsentCall {
  readonly sequence: number;
  /** Path of the called function, such as `tools.github.createIssue`. */
  readonly path: string;
  /** Creates the error for code that needs the result. */
  readonly needed: () => Error;
}

/** Returns the mark of a placeholder; undefined for any other value. */
export function dryRunMark(value: unknown): string | undefined {
  if (typeof value !== 'function') return undefined;
  const mark: unknown = Reflect.get(value, markKey);
  return typeof mark === 'string' ? mark : undefined;
}

/**
 * Creates the result of a call that was not sent. `engine/calls/unsentCalls` recognises the mark in the data that the
 * script sends.
 */
export function dryRunResult(call: UnsentCall, field = ''): object {
  const need = (): never => {
    throw call.needed();
  };
  const mark = `(dry-run-${call.sequence} ${call.path}${field})`;
  const toMark = () => mark;
  const toPrimitive = (hint: string) => (hint === 'number' ? need() : mark);
  const known = new Map<string | symbol, unknown>([
    [markKey, mark],
    [Symbol.toPrimitive, toPrimitive],
    [Symbol.toStringTag, 'DryRun'],
    ['toString', toMark],
    ['toJSON', toMark],
    ['dryRun', true],
    // `await` of a placeholder returns the placeholder.
    ['then', undefined],
    ...failureFields.map((name) => [name, undefined] as const),
  ]);
  // The target is a function, so that a call of a missing method throws the error that explains the dry run.
  return new Proxy(() => undefined, {
    get: (_target, key) => {
      if (known.has(key)) return known.get(key);
      if (key === Symbol.iterator || key === Symbol.asyncIterator) return need();
      return typeof key === 'symbol' ? undefined : dryRunResult(call, fieldPath(field, key));
    },
    apply: need,
    construct: need,
    has: need,
    ownKeys: need,
    getOwnPropertyDescriptor: need,
    set: need,
    defineProperty: need,
    deleteProperty: need,
    setPrototypeOf: need,
    preventExtensions: need,
  });
}

function fieldPath(field: string, key: string): string {
  if (field.length + key.length > longestPath) return field;
  if (plainName.test(key)) return `${field}.${key}`;
  return `${field}[${/^\d+$/.test(key) ? key : JSON.stringify(key)}]`;
}
