// Formats any value as text for the console, as Node's `util.inspect` does in the common cases. The formatter stops
// when the text is long enough, so that a huge value costs no more than the text that is shown.
import { dryRunMark } from './dryRunResult.ts';

const maxDepth = 6;
const maxItems = 100;
const maxStringLength = 10_000;
const lineWidth = 76;

export interface InspectOptions {
  /** Number of characters after which no further part of a value is formatted. The text can be slightly longer. */
  readonly maxLength: number;
  /** Returns `Name: message` and the frames of the script. */
  readonly describeError: (error: Error) => string;
}

class Inspector {
  readonly #options: InspectOptions;
  readonly #open = new Set<object>();
  #left: number;

  constructor(options: InspectOptions) {
    this.#options = options;
    this.#left = options.maxLength;
  }

  show(value: unknown, indent: string): string {
    if (typeof value === 'object' && value !== null) return this.#object(value, indent);
    const text = this.#primitive(value);
    // Each value counts as slightly longer than its text, because a million empty strings are long, too.
    this.#left -= text.length + 2;
    return text;
  }

  #primitive(value: unknown): string {
    switch (typeof value) {
      case 'string':
        return value.length > maxStringLength
          ? `${quote(value.slice(0, maxStringLength))}... ${value.length - maxStringLength} more characters`
          : quote(value);
      case 'bigint':
        return `${value}n`;
      case 'function':
        return dryRunMark(value) ?? describeFunction(value);
      case 'number':
        return Object.is(value, -0) ? '-0' : String(value);
      default:
        return String(value);
    }
  }

  #object(value: object, indent: string): string {
    if (this.#open.has(value)) return '[Circular]';
    if (this.#open.size >= maxDepth) return Array.isArray(value) ? '[Array]' : `[${className(value)}]`;
    this.#open.add(value);
    try {
      return this.#known(value, indent);
    } finally {
      this.#open.delete(value);
    }
  }

  #known(value: object, indent: string): string {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
    if (value instanceof RegExp) return String(value);
    if (value instanceof Promise) return 'Promise {}';
    if (value instanceof Error) return this.#error(value, indent);
    if (value instanceof String || value instanceof Number || value instanceof Boolean)
      return `[${className(value)}: ${this.show(value.valueOf(), indent)}]`;
    const inner = `${indent}  `;
    if (value instanceof Map) {
      const shown = this.#some(value, (entry) => entry.map((part) => this.show(part, inner)).join(' => '));
      return this.#block(`Map(${value.size}) `, '{}', shown, value.size, indent);
    }
    if (value instanceof Set) {
      const shown = this.#some(value, (item) => this.show(item, inner));
      return this.#block(`Set(${value.size}) `, '{}', shown, value.size, indent);
    }
    if (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)) {
      const items = value as unknown as unknown[];
      const prefix = Array.isArray(value) ? '' : `${className(value)}(${items.length}) `;
      const shown = this.#some(items, (item) => this.show(item, inner));
      return this.#block(prefix, '[]', shown, items.length, indent);
    }
    const name = className(value);
    // `instanceof` cannot be used: the classes are lent to scripts and are not globals of the guest.
    if (name === 'URL' || name === 'URLSearchParams') return `${name} { ${quote(textOf(value))} }`;
    return this.#fields(value, name === 'Object' ? '' : `${name} `, indent);
  }

  #error(error: Error, indent: string): string {
    const text = this.#options.describeError(error);
    this.#left -= text.length;
    const keys = keysOfError(error);
    const own = keys.length === 0 ? '' : ` ${this.#fields(error, '', indent, keys)}`;
    return text.replaceAll('\n', `\n${indent}`) + own;
  }

  #fields(value: object, prefix: string, indent: string, keys = Object.keys(value)): string {
    const shown = this.#some(keys, (key) => {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      const text =
        descriptor && 'value' in descriptor ? this.show(descriptor.value, `${indent}  `) : '[Getter]';
      return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)}: ${text}`;
    });
    return this.#block(prefix, '{}', shown, keys.length, indent);
  }

  #some<T>(values: Iterable<T>, show: (value: T) => string): string[] {
    const shown: string[] = [];
    for (const value of values) {
      if (shown.length === maxItems || this.#left <= 0) break;
      shown.push(show(value));
    }
    return shown;
  }

  #block(prefix: string, [open, close]: string, shown: string[], total: number, indent: string): string {
    if (total > shown.length) shown.push(`... ${total - shown.length} more`);
    if (shown.length === 0) return `${prefix}${open ?? ''}${close ?? ''}`;
    const pad = open === '{' ? ' ' : '';
    const line = `${prefix}${open ?? ''}${pad}${shown.join(', ')}${pad}${close ?? ''}`;
    if (line.length + indent.length <= lineWidth && !line.includes('\n')) return line;
    return `${prefix}${open ?? ''}\n${shown.map((part) => `${indent}  ${part}`).join(',\n')}\n${indent}${close ?? ''}`;
  }
}

/** Converts a value as the language does: an object becomes the result of its `toString`. */
export const textOf: (value: unknown) => string = String;

/** Returns the keys of an error's own fields, with those two that are not enumerable. */
export function keysOfError(error: Error): string[] {
  const hidden = ['cause', 'errors'].filter((key) => Object.hasOwn(error, key));
  return [...new Set([...Object.keys(error), ...hidden])];
}

function quote(text: string): string {
  if (!text.includes("'")) return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
  return JSON.stringify(text);
}

function describeFunction(value: object): string {
  const name = functionName(value);
  return name === '' ? '[Function (anonymous)]' : `[Function: ${name}]`;
}

/** Returns the start of a function's name; an empty text for a class with a static member `name` of another kind. */
function functionName(value: object): string {
  const name: unknown = Object.getOwnPropertyDescriptor(value, 'name')?.value;
  return typeof name === 'string' ? name.slice(0, 100) : '';
}

/** Returns the name of the value's class, or what the language calls a value without one, such as a generator. */
function className(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== 'object' || prototype === null) return '[Object: null prototype]';
  const { constructor } = prototype;
  const name = typeof constructor === 'function' ? functionName(constructor) : '';
  return name || Object.prototype.toString.call(value).slice(8, -1);
}

/** Formats one value as text. Never throws, even if getters or proxies of the value do. */
export function inspect(value: unknown, options: InspectOptions): string {
  try {
    return new Inspector(options).show(value, '');
  } catch {
    return '[value that cannot be shown]';
  }
}

/**
 * Formats console arguments as one line: strings unchanged, other values inspected, and `%s %d %i %f %j %o %O %c %%`
 * replaced.
 */
export function formatLine(values: readonly unknown[], options: InspectOptions): string {
  const rest = [...values];
  const parts: string[] = [];
  if (typeof rest[0] === 'string' && rest.length > 1) parts.push(fill(String(rest.shift()), rest, options));
  for (const value of rest) parts.push(typeof value === 'string' ? value : inspect(value, options));
  return parts.join(' ');
}

function fill(template: string, rest: unknown[], options: InspectOptions): string {
  return template.replace(/%[sdifjoOc%]/g, (mark) => {
    if (mark === '%%') return '%';
    if (rest.length === 0) return mark;
    const value = rest.shift();
    // The value is a style.
    if (mark === '%c') return '';
    if (mark === '%s' && typeof value === 'string') return value;
    // A number would round a bigint, and a symbol has none.
    if (!/%[dif]/.test(mark) || typeof value === 'bigint') return inspect(value, options);
    const number = typeof value === 'object' || typeof value === 'symbol' ? NaN : Number(value);
    return String(mark === '%i' ? Math.trunc(number) : number);
  });
}
