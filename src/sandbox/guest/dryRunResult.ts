// What a script gets for a call that a dry run does not send: a placeholder. Its fields are placeholders too, and it can be passed on, in
// arguments and in texts, where it stands as a mark that names the call. Code that needs the value itself gets an error that says so.

/** Asks a placeholder for its mark; undefined of everything else. */
const markKey = Symbol('mark of a dry run');
/** Of a field's path in the mark, in characters. */
const longestPath = 200;
/** A dry run takes it that calls succeed, so that scripts which look for a failure go on. */
const failureFields: readonly string[] = ['error', 'errors', 'isError'];

interface UnsentCall {
  readonly sequence: number;
  /** `tools.github.createIssue` */
  readonly path: string;
  /** The error of whoever needs the result. */
  readonly needed: () => Error;
}

/** The mark of a placeholder; undefined for any other value. */
export function dryRunMark(value: unknown): string | undefined {
  if (typeof value !== 'function') return undefined;
  const mark: unknown = Reflect.get(value, markKey);
  return typeof mark === 'string' ? mark : undefined;
}

/** The result of a call that was not sent. `engine/calls/unsentCalls` knows the mark in what comes back. */
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
    // Awaiting a placeholder gives it.
    ['then', undefined],
    ...failureFields.map((name) => [name, undefined] as const),
  ]);
  // A function, so that calling what would be a method of the value says what is missing.
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
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(key)
    ? `${field}.${key}`
    : `${field}[${/^\d+$/.test(key) ? key : JSON.stringify(key)}]`;
}
