// The parts of a JSON value that can be told again elsewhere: its texts, its long numbers, and objects and lists as a whole, whatever the
// order of their keys. A text that is JSON has the parts of its value as well. A generator, so that the host gets its turn between them.
import { isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';
import { longNumbers, normalisedText } from './normalisedText.ts';

export type ValuePart =
  /** `text` as it is, `compared` as it is compared, at most about 8,000 characters of it: long texts come in several, which overlap. */
  | { readonly kind: 'text'; readonly path: string; readonly text: string; readonly compared: string }
  | { readonly kind: 'number'; readonly path: string; readonly digits: string }
  /** `print` is the same for equal values; `leaves` is what it holds, as it is compared. */
  | { readonly kind: 'whole'; readonly path: string; readonly print: string; readonly value: JsonValue; readonly leaves: readonly string[] }
  /** Something is nested too deeply to be looked at. */
  | { readonly kind: 'unread' }
  /** Nothing, where much was looked at: the host gets its turn. */
  | { readonly kind: 'pause' };

const pieceLength = 8_192;
/** Of the piece before, so that nothing is lost between two. */
const overlap = 64;
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
/** Members between two parts. */
const mostUnseen = 500;
const longestPrinted = 1_000;

/** What is known of a value when all of its parts were given. */
interface Walked {
  readonly print: string;
  readonly size: number;
  readonly leaves: readonly string[];
}

/** With `path`, where each part stands, and the names of fields as texts; without, as an answer is remembered. */
export function* valueParts(value: JsonValue, path?: string, depth = 0, inText = false): Generator<ValuePart, Walked> {
  if (depth > mostDepth) {
    yield { kind: 'unread' };
    return { print: '?', size: 0, leaves: [] };
  }
  if (typeof value === 'string') return yield* textParts(value, path, depth, inText);
  if (Array.isArray(value)) return yield* wholeParts(value, value.entries(), value.length, path, depth, inText);
  if (isJsonObject(value)) {
    const names = Object.keys(value);
    if (names.length <= mostMembers) names.sort();
    return yield* wholeParts(value, membersOf(value, names), names.length, path, depth, inText);
  }
  const printed = JSON.stringify(value);
  if (typeof value !== 'number') return { print: printed, size: 0, leaves: [] };
  for (const digits of longNumbers(printed)) yield { kind: 'number', path: path ?? '', digits };
  return { print: printed, size: printed.length, leaves: [printed] };
}

function* textParts(text: string, path: string | undefined, depth: number, inText: boolean): Generator<ValuePart, Walked> {
  const first = yield* piecesOf(text, path ?? '');
  const parsed = inText ? undefined : parsedJson(text);
  // Its texts were told already, as one.
  if (parsed !== undefined) {
    for (const part of valueParts(parsed, path, depth + 1, true)) if (part.kind === 'whole' || part.kind === 'pause') yield part;
  }
  const compared = text.length <= longestPrinted ? first : normalisedText(text.slice(0, longestPrinted));
  return {
    print: `"${compared}${text.length > longestPrinted ? text.length : ''}"`,
    size: compared.length,
    leaves: compared === '' ? [] : [compared],
  };
}

function* wholeParts(
  value: JsonValue,
  entries: Iterable<readonly [key: string | number, member: JsonValue]>,
  count: number,
  path: string | undefined,
  depth: number,
  inText: boolean,
): Generator<ValuePart, Walked> {
  const isList = Array.isArray(value);
  const isCompared = count <= mostMembers;
  let [prints, size]: [string, number] = ['', 0];
  const leaves: string[] = [];
  let seen = 0;
  for (const [key, member] of entries) {
    seen += 1;
    if (seen % mostUnseen === 0) yield { kind: 'pause' };
    const at = path === undefined ? undefined : pathTo(path, key);
    // The name may be the value itself, and the model learns where a value stands.
    if (path !== undefined && typeof key === 'string') yield* piecesOf(key, path);
    const walked = yield* valueParts(member, at, depth + 1, inText);
    if (isCompared) prints += isList ? `${walked.print},` : `${JSON.stringify(key)}:${walked.print},`;
    size += walked.size;
    if (leaves.length < mostLeaves) leaves.push(...walked.leaves.slice(0, mostLeaves - leaves.length));
  }
  const print = fingerprint(isList ? `[${prints}]` : `{${prints}}`);
  const isTold = isCompared && count >= 2 && leaves.length >= 2 && size >= shortestWhole;
  yield isTold ? { kind: 'whole', path: path ?? '', print, value, leaves } : { kind: 'pause' };
  return { print, size, leaves };
}

function pathTo(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** Returns the first piece as it is compared, which of a short text is all of it. */
function* piecesOf(whole: string, path: string): Generator<ValuePart, string> {
  const begin = whole.length > longestBinary ? whole.slice(0, longestBinary) : '';
  const text = binary.test(begin) ? begin : whole;
  let first: string | undefined;
  for (let start = 0; start < text.length; start += pieceLength - overlap) {
    const piece = text.slice(start, start + pieceLength);
    const compared = normalisedText(piece);
    first ??= compared;
    yield { kind: 'text', path, text: piece, compared };
    for (const digits of longNumbers(piece)) yield { kind: 'number', path, digits };
    if (start + pieceLength >= text.length) break;
  }
  return first ?? '';
}

function parsedJson(text: string): JsonValue | undefined {
  if (text.length > longestJson || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonValue; // JSON.parse gives nothing but JSON values
  } catch {
    return undefined;
  }
}

/** One at a time: a list of 100,000 pairs holds the host. */
function* membersOf(object: JsonObject, names: readonly string[]): Generator<readonly [string, JsonValue]> {
  for (const name of names) yield [name, object[name] ?? null];
}

/** 53 bits of a text (cyrb53), which is enough for what is no secret and no proof. */
function fingerprint(text: string): string {
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 2_654_435_761);
    second = Math.imul(second ^ code, 1_597_334_677);
  }
  first = Math.imul(first ^ (first >>> 16), 2_246_822_507) ^ Math.imul(second ^ (second >>> 13), 3_266_489_909);
  second = Math.imul(second ^ (second >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & second) + (first >>> 0)).toString(36);
}
