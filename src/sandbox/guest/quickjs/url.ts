// `URLSearchParams` for scripts, and `searchParams` of `URL` (WHATWG URL, sections 5 and 6). The engine's extension
// implements `URLSearchParams` only in part, silently reads an object or a list of pairs as empty, and lacks
// `searchParams` and `URL.parse`.

import { textOf } from '../inspect.ts';

type Pair = [name: string, value: string];

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A malformed percent-encoding stays as it is.
    return spaced;
  }
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+');
}

function parse(query: string): Pair[] {
  const parts = query.replace(/^\?/, '').split('&');
  return parts.filter(Boolean).map((part) => {
    const at = part.includes('=') ? part.indexOf('=') : part.length;
    return [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  });
}

function pairsOf(init: unknown): Pair[] {
  if (typeof init !== 'object' || init === null) return parse(init === undefined ? '' : textOf(init));
  if (!(Symbol.iterator in init)) return Object.entries(init).map(([name, value]) => [name, textOf(value)]);
  return Array.from(init as Iterable<Iterable<unknown>>, (pair) => {
    const [name, value, ...more] = Array.from(pair, textOf);
    if (name === undefined || value === undefined || more.length > 0)
      throw new TypeError('URLSearchParams takes name-value pairs');
    return [name, value];
  });
}

export class URLSearchParams {
  #known: Pair[];
  /** The query of the URL when `#known` was read from it. */
  #search = '';
  readonly #url: URL | undefined;

  /** The parameters of a `url` follow its query, and write each change back into it. */
  constructor(init?: unknown, url?: URL) {
    this.#known = pairsOf(init);
    this.#url = url;
  }

  get #pairs(): Pair[] {
    const search = this.#url?.search ?? '';
    if (search !== this.#search) this.#known = parse(search);
    this.#search = search;
    return this.#known;
  }

  get [Symbol.toStringTag](): string {
    return 'URLSearchParams';
  }

  get size(): number {
    return this.#pairs.length;
  }

  append(name: unknown, value: unknown): void {
    const pair: Pair = [textOf(name), textOf(value)];
    const pairs = this.#pairs;
    pairs.push(pair);
    this.#change(pairs);
  }

  delete(name: unknown, value?: unknown): void {
    this.#change(this.#pairs.filter((pair) => !isOf(pair, name, value)));
  }

  get(name: unknown): string | null {
    return this.#pairs.find((pair) => isOf(pair, name))?.[1] ?? null;
  }

  getAll(name: unknown): string[] {
    return this.#pairs.filter((pair) => isOf(pair, name)).map(([, value]) => value);
  }

  has(name: unknown, value?: unknown): boolean {
    return this.#pairs.some((pair) => isOf(pair, name, value));
  }

  set(name: unknown, value: unknown): void {
    const first = this.#pairs.find((pair) => isOf(pair, name));
    if (first === undefined) {
      this.append(name, value);
      return;
    }
    const kept = this.#pairs.filter((pair) => pair === first || !isOf(pair, name));
    this.#change(kept.map((pair): Pair => (pair === first ? [pair[0], textOf(value)] : pair)));
  }

  sort(): void {
    this.#change(this.#pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  }

  forEach(callback: (value: string, name: string, params: URLSearchParams) => void): void {
    for (const [name, value] of this.#pairs) callback(value, name, this);
  }

  entries(): IterableIterator<Pair> {
    return this.#pairs.map(([name, value]): Pair => [name, value]).values();
  }

  keys(): IterableIterator<string> {
    return this.#pairs.map(([name]) => name).values();
  }

  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values();
  }

  [Symbol.iterator](): IterableIterator<Pair> {
    return this.entries();
  }

  toString(): string {
    return this.#pairs.map(written).join('&');
  }

  #change(pairs: Pair[]): void {
    this.#known = pairs;
    if (this.#url === undefined) return;
    this.#url.search = pairs.map(written).join('&');
    this.#search = this.#url.search;
  }
}

function written([name, value]: Pair): string {
  return `${encode(name)}=${encode(value)}`;
}

function isOf(pair: Pair, name: unknown, value?: unknown): boolean {
  return pair[0] === textOf(name) && (value === undefined || pair[1] === textOf(value));
}

/** Completes the engine's `URL` and returns it with `URLSearchParams`. Must be called once. */
export function makeUrlClasses(): Record<string, unknown> {
  const { URL } = globalThis;
  const known = new WeakMap<URL, URLSearchParams>();
  Object.defineProperty(URL.prototype, 'searchParams', {
    configurable: true,
    enumerable: true,
    get(this: URL): URLSearchParams {
      const params = known.get(this) ?? new URLSearchParams('', this);
      known.set(this, params);
      return params;
    },
  });
  const parse = (url: string, base?: string) => (URL.canParse(url, base) ? new URL(url, base) : null);
  Object.defineProperty(URL, 'parse', { value: parse, writable: true, configurable: true });
  return { URL, URLSearchParams };
}
