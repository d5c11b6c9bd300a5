// Writes a long value as JSON without secrets, in slices, since other work shares the thread of the host and an answer
// may have megabytes. Long lists and objects have one line for each item, each name and each value, so that
// `readLongJson` can read the text in slices, too.
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { endsHere, pathsBelow, type OpenPaths } from './pathMatch.ts';
import type { Hiding } from './redactor.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/**
 * Maximum length of a value that stands in the line of its event, in characters of its JSON (approximate). A longer
 * value has a file of its own.
 */
export const longestInLine = 16_384;
const chunkCharacters = 65_536;

/**
 * True if the JSON of the value is short enough for a line (approximate). Stops reading the value when it is too long.
 */
export function isShort(value: JsonValue): boolean {
  return lengthLeft(value, longestInLine) >= 0;
}

/** Returns the rest of `left` characters after the value; less than 0 if the value is longer. */
function lengthLeft(value: JsonValue, left: number): number {
  if (typeof value === 'string') return left - value.length - 2;
  let rest = left - 4;
  if (typeof value !== 'object' || value === null) return rest;
  if (!isJsonObject(value)) {
    for (const item of value) {
      if (rest < 0) break;
      rest = lengthLeft(item, rest);
    }
    return rest;
  }
  for (const key in value) {
    if (rest < 0) break;
    rest = lengthLeft(value[key] ?? null, rest - key.length - 3);
  }
  return rest;
}

/** For values that are written unchanged. */
export const nothingHidden: Hiding = {
  refresh: () => undefined,
  json: (value) => ({ text: stringifyExact(value), redacted: false }),
  key: (name) => JSON.stringify(name),
  hides: () => false,
  longText: (text) => Promise.resolve({ pieces: [...piecesOf(text)], redacted: false }),
};

/** Yields the text in parts. No surrogate pair is cut, since JSON would write its halves as two escapes. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const last = text.charCodeAt(from + chunkCharacters - 1);
    const to = from + chunkCharacters - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    yield text.slice(from, to);
    from = to;
  }
}

export class LongJson {
  readonly #redactor: Hiding;
  readonly #slice = new TimeSlice();
  readonly #chunks: Buffer[] = [];
  #text = '';
  #redacted = false;

  constructor(redactor: Hiding) {
    this.#redactor = redactor;
  }

  async of(
    value: JsonValue,
    paths: OpenPaths,
  ): Promise<{ readonly json: Buffer; readonly redacted: boolean }> {
    this.#redactor.refresh();
    await this.#putValue(value, paths);
    return { json: Buffer.concat([...this.#chunks, Buffer.from(this.#text)]), redacted: this.#redacted };
  }

  #put(piece: string): void {
    this.#text += piece;
    if (this.#text.length < chunkCharacters) return;
    this.#chunks.push(Buffer.from(this.#text));
    this.#text = '';
  }

  #putShort(value: JsonValue, paths: OpenPaths): void {
    const { text, redacted } = this.#redactor.json(value, paths);
    this.#redacted ||= redacted;
    this.#put(text);
  }

  async #putValue(value: JsonValue, paths: OpenPaths): Promise<void> {
    if (this.#slice.isOver) await this.#slice.yieldIfOver();
    if (typeof value === 'string' && value.length > chunkCharacters) await this.#putText(value, paths);
    else if (typeof value !== 'object' || value === null || endsHere(paths) || isShort(value))
      this.#putShort(value, paths);
    else await this.#putMembers(value, paths);
  }

  async #putText(text: string, paths: OpenPaths): Promise<void> {
    const { pieces, redacted } = await this.#redactor.longText(text, paths, this.#slice);
    this.#redacted ||= redacted;
    this.#put('"');
    for (const piece of pieces) {
      this.#put(JSON.stringify(piece).slice(1, -1));
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    this.#put('"');
  }

  async #putMembers(container: JsonObject | readonly JsonValue[], paths: OpenPaths): Promise<void> {
    const isList = isJsonArray(container);
    this.#put(isList ? '[' : '{');
    let mark = '';
    for (const [key, member] of isList ? container.entries() : Object.entries(container)) {
      const name = String(key);
      this.#put(isList ? `\n${mark}` : `\n${mark}${this.#redactor.key(name)}:\n`);
      if (this.#redactor.hides(container, key)) {
        this.#redacted = true;
        this.#put(JSON.stringify(HIDDEN));
      } else await this.#putValue(member, pathsBelow(paths, name));
      mark = ',';
    }
    this.#put(isList ? '\n]' : '\n}');
  }
}
