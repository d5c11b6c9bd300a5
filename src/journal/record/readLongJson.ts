// Reads JSON that `longJson` wrote, line by line: `JSON.parse` of thirty megabytes blocks the thread of the host for
// 0.2 seconds, and other work shares this thread.
import { parseExact } from '../../base/exactJson.ts';
import type { JsonValue } from '../../base/json.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { limitBounds } from '../../sandbox/index.ts';

/** Depth that a script's value can have, plus the objects around it in the result of a tool or in a failure. */
export const deepestReadable = limitBounds.valueDepth.maximum + 100;
/** Maximum number of bytes of a string that are parsed at once. */
const atOnce = 65_536;
/** Length of the longest escape in a string, in bytes; no encoded character is longer. */
const longestEscape = 6;

const [lineEnd, quote, backslash, comma, colon] = [0x0a, 0x22, 0x5c, 0x2c, 0x3a] as const;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

/** A list or an object whose end is not read yet. */
type Container =
  | { readonly kind: 'list'; readonly value: JsonValue[] }
  | { readonly kind: 'object'; readonly value: { [name: string]: JsonValue }; name: string | undefined };

/**
 * Returns undefined if the text has lines that `longJson` does not write, or more than `deepest` nested lists and
 * objects: anybody may have written it. Never rejects.
 */
export async function readLongJson(
  json: Buffer,
  deepest: number,
): Promise<{ readonly value: JsonValue } | undefined> {
  try {
    return { value: await new LineReader(json, deepest).read() };
  } catch {
    return undefined;
  }
}

class LineReader {
  readonly #json: Buffer;
  readonly #deepest: number;
  readonly #open: Container[] = [];
  readonly #slice = new TimeSlice();
  #root: JsonValue | undefined;

  constructor(json: Buffer, deepest: number) {
    this.#json = json;
    this.#deepest = deepest;
  }

  /** Rejects if the lines do not fit together. */
  async read(): Promise<JsonValue> {
    const json = this.#json;
    for (let at = 0; at < json.length;) {
      const found = json.indexOf(lineEnd, at);
      const end = found === -1 ? json.length : found;
      // The comma stands at the beginning of the line of the next item or member.
      const from = json[at] === comma ? at + 1 : at;
      if (json[from] === quote && json[end - 1] === quote && end - from > atOnce)
        this.#put(await this.#longText(from + 1, end - 1));
      else this.#line(from, end);
      at = end + 1;
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    if (this.#open.length > 0 || this.#root === undefined)
      throw new SyntaxError('a list or an object has no end');
    return this.#root;
  }

  #line(from: number, to: number): void {
    const [first, last] = [this.#json[from], this.#json[to - 1]];
    const isAlone = to - from === 1;
    if (isAlone && first === openList) this.#begin({ kind: 'list', value: [] });
    else if (isAlone && first === openObject) this.#begin({ kind: 'object', value: {}, name: undefined });
    else if (isAlone && (first === closeList || first === closeObject))
      this.#end(first === closeList ? 'list' : 'object');
    else if (last === colon) this.#named(JSON.parse(this.#textOf(from, to - 1)));
    else this.#put(this.#parsed(from, to));
  }

  #begin(container: Container): void {
    if (this.#open.length >= this.#deepest) throw new RangeError('too deep');
    this.#open.push(container);
  }

  #end(kind: Container['kind']): void {
    const closed = this.#open.pop();
    if (closed?.kind !== kind || (closed.kind === 'object' && closed.name !== undefined))
      throw new SyntaxError('an end without its beginning');
    this.#put(closed.value);
  }

  #named(name: unknown): void {
    const top = this.#open.at(-1);
    if (top?.kind !== 'object' || top.name !== undefined || typeof name !== 'string')
      throw new SyntaxError('a name where none stands');
    top.name = name;
  }

  #put(value: JsonValue): void {
    const top = this.#open.at(-1);
    if (!top) {
      if (this.#root !== undefined) throw new SyntaxError('two values');
      this.#root = value;
    } else if (top.kind === 'list') top.value.push(value);
    else {
      if (top.name === undefined) throw new SyntaxError('a member without a name');
      // An assignment would treat the name `__proto__` specially.
      Object.defineProperty(top.value, top.name, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      });
      top.name = undefined;
    }
  }

  #parsed(from: number, to: number): JsonValue {
    const text = this.#textOf(from, to);
    const excess = exceededJsonLimit(text);
    if (excess !== undefined) throw new RangeError(excess);
    const value = parseExact(text) as JsonValue; // the parser only returns JSON values
    if (!isWithinDepth(value, this.#deepest - this.#open.length)) throw new RangeError('too deep');
    return value;
  }

  #textOf(from: number, to: number): string {
    return this.#json.toString('utf8', from, to);
  }

  /** Reads the text between the quotes of a string. */
  async #longText(from: number, to: number): Promise<string> {
    const pieces: string[] = [];
    for (let at = from; at < to;) {
      const end = to - at > atOnce ? this.#cutBefore(at, at + atOnce) : to;
      pieces.push(JSON.parse(`"${this.#textOf(at, end)}"`) as string); // the text is the content of a JSON string
      at = end;
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    return pieces.join('');
  }

  /** Returns a position near `to` that cuts neither a character nor an escape. */
  #cutBefore(from: number, to: number): number {
    const json = this.#json;
    const near = json.lastIndexOf(backslash, to - 1);
    if (near >= Math.max(from, to - longestEscape)) {
      let first = near;
      while (first > from && json[first - 1] === backslash) first -= 1;
      // The last of an odd number of backslashes begins an escape that continues after the cut.
      return first + 2 * Math.floor((near + 1 - first) / 2);
    }
    let cut = to;
    while (((json[cut] ?? 0) & 0xc0) === 0x80 && cut > to - longestEscape) cut -= 1;
    return cut;
  }
}

/** True if a JSON value has at most `levels` nested objects or arrays. Recurses no deeper than that. */
export function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const element of value as unknown[]) if (!isWithinDepth(element, levels - 1)) return false;
    return true;
  }
  for (const key in value)
    if (!isWithinDepth((value as Record<string, unknown>)[key], levels - 1)) return false;
  return true;
}
