// The parts of a JSON value that can be told again elsewhere: its texts, its long numbers, and objects and lists as a whole, whatever the
// order of their keys. A text that is JSON has the parts of its value as well. A generator of batches, so that the host gets its turn between them.
import { isJsonArray, isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import { Fingerprint } from './fingerprint.ts';
import { longNumbers, normalisedText } from './normalisedText.ts';
import { gramLength } from './textIndex.ts';
import { stringifyExact } from '../../text/exactJson.ts';

export type ValuePart =
  /** `text` as it is, at most `longestPiece` of a longer one, and `compared` as it is compared. The pieces of a long text overlap. */
  | { readonly kind: 'text'; readonly path: string; readonly text: string; readonly compared: string }
  | { readonly kind: 'number'; readonly path: string; readonly digits: string }
  /** `print` is the same for equal values; `leaves` is what it holds, as it is compared. */
  | { readonly kind: 'whole'; readonly path: string; readonly print: string; readonly value: JsonValue; readonly leaves: readonly string[] }
  /** Something is nested too deeply to be looked at. */
  | { readonly kind: 'unread' };

/** The least that is looked at between two batches, if there is so much: characters, and `memberCost` for each member. */
export const batchSize = 4_096;
export const memberCost = 8;
export const longestPiece = 2_048;
/** Of the piece before, so that nothing is lost between two: 16 characters of three bytes each, as an address has them. */
const overlap = 160;
/** Binary data says at its beginning whose it is. */
const binary = /^[\w+/=-]{4096}$/;
const longestBinary = 4_096;
const longestJson = 200_000;
const mostDepth = 100;
/** Normalised characters that the values of a whole have at least. */
const shortestWhole = 10;
const mostLeaves = 50;
/** Larger objects and lists are not told as a whole; their members are. */
const mostMembers = 1_000;
/** Of all its keys together, which have to be sorted. */
const longestKeys = 100_000;
const longestPrinted = 1_000;

/** What is known of a value when all of its parts were given. */
interface Walked {
  /** Undefined where it holds something that is not compared as a whole: nothing around it is either. */
  readonly print: string | undefined;
  readonly size: number;
  readonly leaves: readonly string[];
}

type Batches<Result> = Generator<readonly ValuePart[], Result>;

/**
 * With `path`, where each part stands, and the names of fields as texts; without, as an answer is remembered. A batch is what was found in `batchSize`
 * characters and members, and at most one more piece of a text; it can be empty. Only the names of an object's fields are listed in one go.
 */
export function* valueParts(value: JsonValue, path?: string): Batches<void> {
  const walk = new Walk();
  if (!walk.short(value, path, false)) yield* walk.long(value, path, 0, false);
  yield walk.batch();
}

class Walk {
  #parts: ValuePart[] = [];
  #looked = 0;

  /** What was found since the last one. */
  batch(): readonly ValuePart[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#looked = 0;
    return parts;
  }

  /** A value that is one piece; undefined for any other. */
  short(value: JsonValue, path: string | undefined, inText: boolean): Walked | undefined {
    if (typeof value === 'string') {
      if (value.length > longestPiece || (!inText && mayBeJson(value))) return undefined;
      return walkedText(value, this.#piece(value, path, inText));
    }
    if (typeof value === 'object' && value !== null) return undefined;
    const print = stringifyExact(value);
    if (typeof value !== 'number' && typeof value !== 'bigint') return { print, size: 0, leaves: [] };
    if (!inText) this.#numbers(print, path);
    return { print, size: print.length, leaves: [print] };
  }

  /** Within a text that is JSON (`inText`) only objects and lists are parts: the rest was found in the text. */
  *long(value: JsonValue, path: string | undefined, depth: number, inText: boolean): Batches<Walked> {
    if (depth > mostDepth) {
      if (!inText) this.#parts.push({ kind: 'unread' });
      return { print: undefined, size: 0, leaves: [] };
    }
    if (typeof value === 'string') return yield* this.#text(value, path, depth, inText);
    return yield* this.#members(value, path, depth, inText);
  }

  *#text(text: string, path: string | undefined, depth: number, inText: boolean): Batches<Walked> {
    const first = yield* this.#pieces(text, path, inText);
    const parsed = inText ? undefined : parsedJson(text);
    if (parsed !== undefined) {
      yield this.batch();
      yield* this.long(parsed, path, depth + 1, true);
    }
    return walkedText(text, first);
  }

  *#members(value: JsonValue, path: string | undefined, depth: number, inText: boolean): Batches<Walked> {
    const list = isJsonArray(value) ? value : undefined;
    const object: JsonObject = isJsonObject(value) ? value : {};
    const names = list ? [] : Object.keys(object);
    const count = list?.length ?? names.length;
    let isCompared = count <= mostMembers && names.reduce((sum, { length }) => sum + length, 0) <= longestKeys;
    if (isCompared) names.sort();
    const print = new Fingerprint(list ? '[' : '{');
    let size = 0;
    const leaves: string[] = [];
    for (let index = 0; index < count; index += 1) {
      this.#looked += memberCost;
      if (this.#looked >= batchSize) yield this.batch();
      const name = names[index];
      const member = (list ? list[index] : object[name ?? '']) ?? null;
      // The name may be the value itself, and the model learns where a value stands.
      if (path !== undefined && name !== undefined && !inText) {
        if (name.length <= longestPiece) this.#piece(name, path, inText);
        else yield* this.#pieces(name, path, inText);
      }
      const at = path === undefined ? undefined : pathTo(path, name ?? index);
      const walked = this.short(member, at, inText) ?? (yield* this.long(member, at, depth + 1, inText));
      if (walked.print === undefined) isCompared = false;
      else if (isCompared) print.add(name === undefined ? `${walked.print},` : `${JSON.stringify(name)}:${walked.print},`);
      size += walked.size;
      for (const leaf of walked.leaves) {
        if (leaves.length === mostLeaves) break;
        leaves.push(leaf);
      }
    }
    const isTold = isCompared && count >= 2 && leaves.length >= 2 && size >= shortestWhole;
    if (isTold) this.#parts.push({ kind: 'whole', path: path ?? '', print: print.text, value, leaves });
    return { print: isCompared ? print.text : undefined, size, leaves };
  }

  /** Returns the first piece as it is compared, which of a short text is all of it. */
  *#pieces(whole: string, path: string | undefined, inText: boolean): Batches<string> {
    const begin = whole.length > longestBinary ? whole.slice(0, longestBinary) : '';
    const text = binary.test(begin) ? begin : whole;
    let first: string | undefined;
    for (let start = 0; start < text.length; start += longestPiece - overlap) {
      if (this.#looked >= batchSize) yield this.batch();
      const compared = this.#piece(text.slice(start, start + longestPiece), path, inText);
      first ??= compared;
      if (start + longestPiece >= text.length) break;
    }
    return first ?? '';
  }

  /** Returns it as it is compared. */
  #piece(text: string, path: string | undefined, inText: boolean): string {
    if (text === '') return '';
    const compared = normalisedText(text);
    this.#looked += text.length;
    if (inText) return compared;
    if (compared.length >= gramLength) this.#parts.push({ kind: 'text', path: path ?? '', text, compared });
    this.#numbers(text, path);
    return compared;
  }

  #numbers(text: string, path: string | undefined): void {
    for (const digits of longNumbers(text)) this.#parts.push({ kind: 'number', path: path ?? '', digits });
  }
}

function walkedText(text: string, first: string): Walked {
  const { length } = text;
  const compared = length <= longestPrinted ? first : normalisedText(text.slice(0, longestPrinted));
  return {
    print: `"${compared}${length > longestPrinted ? length : ''}"`,
    size: compared.length,
    leaves: compared === '' ? [] : [compared],
  };
}

function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

function mayBeJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}

function parsedJson(text: string): JsonValue | undefined {
  return text.length > longestJson || !mayBeJson(text) ? undefined : parseJson(text);
}
