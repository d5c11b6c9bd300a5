// Reads a long JSON text in slices: the host's thread is shared, and `JSON.parse` of thirty megabytes holds it for 0.2 s. Lists, objects and
// strings that are long are put together from pieces, each of which `JSON.parse` reads; what is read is the same, and so is what is refused.
import type { JsonValue } from '../base/json.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { parseExact } from '../base/exactJson.ts';

/** Bytes that are parsed at once. */
const atOnce = 65_536;
/** Bytes between two looks at the clock. */
const lookEvery = 16_384;
/** What no writer of JSON makes, and what would hold the thread: names and numbers that are longer, and blanks in a row. */
const [longestPiece, mostBlanks] = [16 * 1024 * 1024, 1024 * 1024] as const;
/** So far the end of a string is looked for byte by byte, which is faster than a search where it is near. */
const nearBytes = 64;
/** Of an escape in a string, which is longer than a character. */
const longestEscape = 6;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a] as const;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d] as const;
const blanks: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** A list or an object that is being read. */
interface Container {
  readonly isList: boolean;
  /** Where it begins. */
  readonly at: number;
  /** What was made of it so far, by what it is; undefined while it is short. */
  items: JsonValue[] | undefined;
  members: { [name: string]: JsonValue } | undefined;
  /** Where the members begin that were not made yet, and where the last of them does. */
  from: number;
  member: number;
  /** In an object: where the name of that member is, and where its value begins; 0 before they are known. */
  name: readonly [from: number, to: number] | undefined;
  valueFrom: number;
  /** Where the value ends that was made of that member; 0 where none was. */
  madeTo: number;
}

/** `deepest`: how many lists and objects may be inside one another. Undefined where it is no JSON, or deeper. Never rejects. */
export async function readLongJson(json: Buffer, deepest: number): Promise<{ readonly value: JsonValue } | undefined> {
  try {
    return { value: await new LongReader(json, deepest).read() };
  } catch {
    return undefined;
  }
}

class LongReader {
  readonly #json: Buffer;
  readonly #deepest: number;
  readonly #open: Container[] = [];
  readonly #slice = new TimeSlice();
  #root: { readonly value: JsonValue } | undefined;

  constructor(json: Buffer, deepest: number) {
    this.#json = json;
    this.#deepest = deepest;
  }

  /** Throws where it is no JSON. */
  async read(): Promise<JsonValue> {
    const json = this.#json;
    let [at, look] = [0, 0];
    while (at < json.length) {
      const byte = json[at];
      if (byte === quote) {
        const end = this.#nearEnd(at) ?? (await this.#farEnd(at));
        if (!this.#isName(at, end) && end - at > atOnce) this.#made(await this.#longText(at + 1, end - 1), at, end);
        at = end;
      } else {
        if (byte === openList || byte === openObject) this.#begin(at, byte === openList);
        else if (byte === closeList || byte === closeObject) this.#end(at, byte === closeList);
        else if (byte === comma) this.#next(at);
        else if (byte === colon) this.#named(at);
        at += 1;
      }
      if (at < look) continue;
      look = at + lookEvery;
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    if (this.#open.length > 0) throw new SyntaxError('a list or an object has no end');
    // A number, a word or a short text alone.
    return this.#root ? this.#root.value : (parseExact(json.toString()) as JsonValue);
  }

  #begin(at: number, isList: boolean): void {
    if (this.#open.length >= this.#deepest) throw new RangeError('too deep');
    const none = { items: undefined, members: undefined, name: undefined, valueFrom: 0, madeTo: 0 };
    this.#open.push({ isList, at, from: at + 1, member: at + 1, ...none });
  }

  /** A comma: a member is over. */
  #next(at: number): void {
    const top = this.#open.at(-1);
    if (!top) throw new SyntaxError('a comma outside of everything');
    if (top.madeTo > 0) {
      this.#expectBlank(top.madeTo, at);
      top.from = at + 1;
    } else if (at - top.from > atOnce) {
      this.#take(top, at);
      top.from = at + 1;
    }
    [top.member, top.name, top.valueFrom, top.madeTo] = [at + 1, undefined, 0, 0];
  }

  #named(at: number): void {
    const top = this.#open.at(-1);
    if (!top?.name || top.valueFrom > 0) throw new SyntaxError('a colon after no name');
    top.valueFrom = at + 1;
  }

  #end(at: number, isList: boolean): void {
    const closed = this.#open.pop();
    if (closed?.isList !== isList) throw new SyntaxError('an end without its beginning');
    const isShort = !closed.items && !closed.members && at - closed.at < atOnce;
    if (isShort && this.#open.length > 0) return;
    if (closed.madeTo > 0) this.#expectBlank(closed.madeTo, at);
    else this.#take(closed, at, true);
    this.#made(closed.items ?? closed.members ?? null, closed.at, at + 1);
  }

  /** Whether a string is the name of a member. */
  #isName(from: number, to: number): boolean {
    const top = this.#open.at(-1);
    if (!top || top.isList || top.valueFrom > 0) return false;
    top.name = [from, to];
    return true;
  }

  /** A value was made of these bytes: it becomes a member of what is around it. */
  #made(value: JsonValue, from: number, to: number): void {
    const top = this.#open.at(-1);
    if (!top) {
      if (this.#root) throw new SyntaxError('two values');
      this.#expectBlank(0, from);
      this.#expectBlank(to, this.#json.length);
      this.#root = { value };
      return;
    }
    if (top.madeTo > 0) throw new SyntaxError('two values without a comma');
    if (top.member > top.from) this.#take(top, top.member - 1);
    this.#expectBlank(top.isList ? top.member : top.valueFrom, from);
    if (top.isList) (top.items ??= []).push(value);
    else this.#putNamed(top, value);
    top.madeTo = to;
  }

  #putNamed(top: Container, value: JsonValue): void {
    if (!top.name || top.valueFrom === 0) throw new SyntaxError('a member without a name');
    const [from, to] = top.name;
    this.#expectBlank(top.member, from);
    this.#expectBlank(to, top.valueFrom - 1);
    const name = JSON.parse(this.#textOf(from, to)) as string;
    put((top.members ??= {}), name, value);
  }

  /** Makes the members up to there. `isEnd`: of the container, which may have none. */
  #take(container: Container, to: number, isEnd = false): void {
    const { items, members, isList, from } = container;
    const text = this.#textOf(from, to);
    const mayBeNone = isEnd && !items && !members;
    if (isList) {
      const more = parseExact(`[${text}]`) as JsonValue[];
      if (more.length === 0 && !mayBeNone) throw new SyntaxError('a comma beside nothing');
      if (items) for (const item of more) items.push(item);
      else container.items = more;
      return;
    }
    const more = parseExact(`{${text}}`) as { [name: string]: JsonValue };
    const names = Object.keys(more);
    if (names.length === 0 && !mayBeNone) throw new SyntaxError('a comma beside nothing');
    if (members) for (const name of names) put(members, name, more[name] ?? null);
    else container.members = more;
  }

  #expectBlank(from: number, to: number): void {
    if (to - from > mostBlanks) throw new SyntaxError('more blanks than anybody writes');
    for (let at = from; at < to; at += 1) if (!blanks.has(this.#json[at])) throw new SyntaxError('something between two values');
  }

  /** Of a name, or of some members. */
  #textOf(from: number, to: number): string {
    if (to - from > longestPiece) throw new RangeError('a name or a number of megabytes');
    return this.#json.toString('utf8', from, to);
  }

  /** After the closing quote of a string, where that is near. */
  #nearEnd(start: number): number | undefined {
    const json = this.#json;
    for (let at = start + 1; at < start + nearBytes; at += 1) {
      if (json[at] === backslash) at += 1;
      else if (json[at] === quote) return at + 1;
    }
    return undefined;
  }

  /** The same, wherever it is. */
  async #farEnd(start: number): Promise<number> {
    const json = this.#json;
    let look = start;
    for (let at = json.indexOf(quote, start + 1); at !== -1; at = json.indexOf(quote, at + 1)) {
      let before = at;
      while (json[before - 1] === backslash) before -= 1;
      if ((at - before) % 2 === 0) return at + 1;
      if (at < look) continue;
      look = at + lookEvery;
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    throw new SyntaxError('a text has no end');
  }

  /** What stands between the quotes of a string. */
  async #longText(from: number, to: number): Promise<string> {
    const pieces: string[] = [];
    for (let at = from; at < to;) {
      const end = to - at > atOnce ? this.#cutBefore(at, at + atOnce) : to;
      pieces.push(JSON.parse(`"${this.#json.toString('utf8', at, end)}"`) as string);
      at = end;
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    return pieces.join('');
  }

  /** Near the end of a piece, where neither a character nor an escape is cut. */
  #cutBefore(from: number, to: number): number {
    const json = this.#json;
    let near = to - 1;
    while (near >= to - longestEscape && json[near] !== backslash) near -= 1;
    if (json[near] === backslash) {
      let first = near;
      while (first > from && json[first - 1] === backslash) first -= 1;
      return first + 2 * Math.floor((near + 1 - first) / 2);
    }
    let cut = to;
    while (((json[cut] ?? 0) & 0xc0) === 0x80 && cut > to - longestEscape) cut -= 1;
    return cut;
  }
}

/** As `JSON.parse` does: `__proto__` is a name like others. */
function put(object: { [name: string]: JsonValue }, name: string, value: JsonValue): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  else object[name] = value;
}
