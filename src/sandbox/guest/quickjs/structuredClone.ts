// `structuredClone` for an engine without it (HTML, "Structured cloning"), for the values that scripts have. A value
// that is nested too deeply ends with the engine's own error for too much recursion.

type Copy = (value: unknown) => unknown;

/** Gives `target` a property of its own. */
function define(target: object, key: string, value: unknown, enumerable = false): void {
  Object.defineProperty(target, key, { value, enumerable, configurable: true, writable: true });
}

function refuse(what: string): never {
  const error = new Error(`${what} could not be cloned.`);
  define(error, 'name', 'DataCloneError');
  throw error;
}

/**
 * Returns an empty copy and the function that fills it. The two steps are separate because a value may contain itself.
 */
function begin(value: object): readonly [copy: object, fill: (copy: Copy) => void] {
  const done = () => undefined;
  if (value instanceof Date) return [new Date(value.getTime()), done];
  if (value instanceof RegExp) return [new RegExp(value.source, value.flags), done];
  if (value instanceof ArrayBuffer) return [value.slice(0), done];
  if (ArrayBuffer.isView(value)) return beginView(value);
  if (value instanceof Map) {
    const map = new Map<unknown, unknown>();
    return [
      map,
      (copy) =>
        [...(value as Map<unknown, unknown>)].forEach(([key, item]) => map.set(copy(key), copy(item))),
    ];
  }
  if (value instanceof Set) {
    const set = new Set<unknown>();
    return [set, (copy) => [...(value as Set<unknown>)].forEach((item) => set.add(copy(item)))];
  }
  if (value instanceof Error) return beginError(value);
  if (value instanceof Boolean || value instanceof Number || value instanceof String)
    return [Object(value.valueOf()) as object, done];
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet)
    refuse(Object.prototype.toString.call(value));
  const target: object = Array.isArray(value) ? new Array<unknown>(value.length) : {};
  const fill = (copy: Copy) => {
    for (const [key, item] of Object.entries(value)) define(target, key, copy(item), true);
  };
  return [target, fill];
}

function beginView(view: ArrayBufferView): readonly [object, (copy: Copy) => void] {
  const { buffer, byteOffset, byteLength } = view;
  if (!(buffer instanceof ArrayBuffer)) refuse('Shared memory');
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
  // The class of every view takes a buffer.
  const View = Object.getPrototypeOf(view) as { readonly constructor: new (bytes: ArrayBuffer) => object };
  return [new View.constructor(bytes), () => undefined];
}

function beginError(error: Error): readonly [object, (copy: Copy) => void] {
  const known =
    [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].find(
      (Kind) => Kind.name === error.name,
    ) ?? Error;
  const target = new known(error.message);
  define(target, 'stack', error.stack);
  const fill = (copy: Copy) => {
    if ('cause' in error) define(target, 'cause', copy(error.cause));
  };
  return [target, fill];
}

export function structuredClone(value: unknown): unknown {
  const copies = new Map<object, object>();
  const copy = (item: unknown): unknown => {
    if (typeof item === 'function') refuse(String(item).slice(0, 100));
    if (typeof item === 'symbol') refuse(String(item));
    if (typeof item !== 'object' || item === null) return item;
    const known = copies.get(item);
    if (known !== undefined) return known;
    const [made, fill] = begin(item);
    copies.set(item, made);
    fill(copy);
    return made;
  };
  return copy(value);
}
