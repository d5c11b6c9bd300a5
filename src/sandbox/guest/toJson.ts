// Converts a value of the script into JSON text, or says exactly which part of it has no JSON form. Dates become ISO
// strings, a `Map` becomes the array of its entries, a `Set`, an iterator or a typed array becomes an array, and an
// `Error` becomes `{ name, message }` with its own fields, also `cause` and `errors`: if one of these two has no JSON
// form, a text that says so stands for it. Values that JSON omits (undefined in objects) or turns into null (NaN,
// undefined in arrays) are treated as JSON treats them.
import { mostDigits } from '../../base/exactJson.ts';
import { plainName } from '../../base/jsonLiteral.ts';
import { maxClueKeys, maxNameLength } from '../protocol/bounds.ts';
import { dryRunMark } from './dryRunResult.ts';
import { keysOfError, textOf } from './inspect.ts';

interface JsonOptions {
  /** Name of the value in messages: `result` or `input`. */
  readonly root: string;
  readonly maxDepth: number;
  /**
   * Maximum length of the text, in characters. The limit is one of bytes; a text never has fewer bytes than characters.
   */
  readonly maxLength: number;
}

/**
 * Thrown for a value without a JSON form. The message names the part, as in `result.items[3].callback is a function`.
 */
export class UnserializableError extends TypeError {
  override readonly name = 'TypeError';
  /** The keys that lead to the part, at most as many as a clue may hold. */
  readonly path: Path;

  constructor(message: string, path: Path) {
    super(message);
    this.path = path;
  }
}

/** Thrown when the text is longer than `maxLength`. */
export class TooLargeError extends RangeError {
  override readonly name = 'RangeError';
}

type Path = readonly (string | number)[];

function pathText(root: string, path: Path): string {
  const shown = path.slice(0, maxClueKeys);
  const parts = shown.map((key) => {
    if (typeof key === 'number') return `[${key}]`;
    return plainName.test(key) ? `.${key}` : `[${JSON.stringify(key.slice(0, 100))}]`;
  });
  return `${root}${parts.join('')}${shown.length === path.length ? '' : '…'}`;
}

class JsonWriter {
  readonly #options: JsonOptions;
  #open = new Set<object>();
  readonly #path: (string | number)[] = [];
  readonly #parts: string[] = [];
  #length = 0;

  constructor(options: JsonOptions) {
    this.#options = options;
  }

  /** Returns the JSON text; undefined for a value without JSON, such as `undefined`. */
  write(value: unknown): string | undefined {
    const wrote = this.#value(value, '');
    return wrote ? this.#parts.join('') : undefined;
  }

  #emit(text: string): void {
    this.#length += text.length;
    this.#bound(this.#length);
    this.#parts.push(text);
  }

  #bound(length: number): void {
    const { root, maxLength } = this.#options;
    if (length > maxLength) throw new TooLargeError(`${root} exceeds ${maxLength} characters`);
  }

  #refuse(what: string): never {
    const tooLong = this.#path.findIndex((key) => typeof key === 'string' && key.length > maxNameLength);
    const told = this.#path.slice(0, tooLong < 0 ? maxClueKeys : Math.min(tooLong, maxClueKeys));
    throw new UnserializableError(`${pathText(this.#options.root, this.#path)} ${what}`, told);
  }

  /** Writes `before` and the value. Writes nothing and returns false if the value is undefined. */
  #value(value: unknown, before: string): boolean {
    switch (typeof value) {
      case 'undefined':
        return false;
      case 'string':
      case 'number':
      case 'boolean':
        this.#emit(before + JSON.stringify(value));
        return true;
      case 'bigint': {
        const digits = String(value);
        if (digits.replace('-', '').length > mostDigits)
          return this.#refuse('is an integer of over 1,000 digits: use String(x)');
        this.#emit(before + digits);
        return true;
      }
      case 'symbol':
        return this.#refuse('is a symbol: use a string');
      case 'function': {
        const mark = dryRunMark(value);
        return mark === undefined
          ? this.#refuse('is a function: call or omit it')
          : this.#value(mark, before);
      }
      default:
        if (isObject(value)) return this.#object(value, before);
        this.#emit(`${before}null`);
        return true;
    }
  }

  #object(value: object, before: string): boolean {
    if (this.#open.has(value)) this.#refuse('is circular: pick the fields you need');
    if (this.#open.size >= this.#options.maxDepth) {
      this.#refuse(`is over ${this.#options.maxDepth} levels deep (codeMode.limits.valueDepth)`);
    }
    this.#open.add(value);
    const wrote = this.#plainForm(value, before);
    this.#open.delete(value);
    return wrote;
  }

  #plainForm(value: object, before: string): boolean {
    if (Array.isArray(value)) return this.#array(value, before);
    if (isPlain(value)) return this.#fields(value, before);
    if (value instanceof Promise)
      this.#refuse(
        typeof this.#path.at(-1) === 'number'
          ? 'is a Promise: await Promise.all(...)'
          : 'is a Promise: await it',
      );
    if (value instanceof WeakMap || value instanceof WeakSet)
      this.#refuse('is a weak collection, not listable');
    if (value instanceof ArrayBuffer || value instanceof DataView)
      this.#refuse('is binary data: convert it, e.g. Array.from(new Uint8Array(data))');
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.#value((value.toJSON as (key: string) => unknown)(''), before);
    if (value instanceof String || value instanceof Number || value instanceof Boolean)
      return this.#value(value.valueOf(), before);
    const tag = Object.prototype.toString.call(value);
    if (tag === '[object AsyncGenerator]') this.#refuse('is an async generator: await Array.fromAsync(...)');
    if (value instanceof RegExp || tag === '[object URLSearchParams]')
      return this.#value(textOf(value), before);
    if (value instanceof Map || value instanceof Set || value instanceof Iterator)
      return this.#array(this.#itemsOf(value as Iterable<unknown>), before);
    if (ArrayBuffer.isView(value)) return this.#array(value as unknown as ArrayLike<unknown>, before);
    if (value instanceof Error)
      return this.#fields(value, before, new Set(['name', 'message', ...keysOfError(value)]));
    return this.#fields(value, before);
  }

  /** Each item has a character at least; an iterator may have no end. */
  #itemsOf(values: Iterable<unknown>): readonly unknown[] {
    const items: unknown[] = [];
    for (const value of values) this.#bound(items.push(value));
    return items;
  }

  #array(values: ArrayLike<unknown>, before: string): boolean {
    this.#emit(`${before}[`);
    for (let index = 0; index < values.length; index += 1) {
      this.#path.push(index);
      const comma = index === 0 ? '' : ',';
      if (!this.#value(values[index], comma)) this.#emit(`${comma}null`);
      this.#path.pop();
    }
    this.#emit(']');
    return true;
  }

  #fields(value: object, before: string, keys?: Iterable<string>): boolean {
    this.#emit(`${before}{`);
    let comma = '';
    for (const key of keys ?? Object.keys(value)) {
      this.#path.push(key);
      const member = (value as Record<string, unknown>)[key];
      const start = `${comma}${JSON.stringify(key)}:`;
      const isHidden = keys && Object.getOwnPropertyDescriptor(value, key)?.enumerable === false;
      if (isHidden ? this.#hidden(member, start) : this.#value(member, start)) comma = ',';
      this.#path.pop();
    }
    this.#emit('}');
    return true;
  }

  /** Writes a field of an error that scripts do not list: it is no reason to lose the whole result. */
  #hidden(value: unknown, before: string): boolean {
    const [parts, length, depth] = [this.#parts.length, this.#length, this.#path.length];
    const open = new Set(this.#open);
    try {
      return this.#value(value, before);
    } catch (error) {
      if (!(error instanceof UnserializableError)) throw error;
      this.#parts.length = parts;
      this.#length = length;
      this.#path.length = depth;
      this.#open = open;
      return this.#value(`[${error.message}]`, before);
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Most values are plain objects, so this test comes before the tests for other kinds. */
function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype && !('toJSON' in value);
}

/**
 * True if a value consists only of plain objects, arrays and primitives that `JSON.stringify` writes as `JsonWriter`
 * does, within the limits of depth and length. Most values do, and the native function is four times as fast. A part
 * that occurs several times counts each time.
 */
function isPlainWithin(root: unknown, { maxDepth, maxLength }: JsonOptions): boolean {
  let left = maxLength;
  const passes = (value: unknown, depth: number): boolean => {
    left -= typeof value === 'string' ? value.length + 2 : 1;
    if (left < 0) return false;
    if (typeof value !== 'object')
      return typeof value !== 'bigint' && typeof value !== 'symbol' && typeof value !== 'function';
    if (value === null) return true;
    if (depth === 0) return false;
    if (Array.isArray(value)) {
      if ('toJSON' in value) return false;
      for (let index = 0; index < value.length; index += 1)
        if (!passes(value[index], depth - 1)) return false;
      return true;
    }
    if (!isPlain(value)) return false;
    for (const key in value) {
      left -= key.length + 3;
      if (!passes((value as Record<string, unknown>)[key], depth - 1)) return false;
    }
    return true;
  };
  return passes(root, maxDepth);
}

/**
 * Returns the JSON text of `value`; undefined for `undefined`.
 * @throws UnserializableError, TooLargeError, and any error of a getter or `toJSON` method of the value.
 */
export function toJson(value: unknown, options: JsonOptions): string | undefined {
  if (value === undefined) return undefined;
  if (isPlainWithin(value, options)) {
    const text = JSON.stringify(value);
    if (text.length <= options.maxLength) return text;
  }
  return new JsonWriter(options).write(value);
}
