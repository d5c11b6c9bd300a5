// The JSON of an answer for the script. The host's thread is shared, and an answer may have a hundred thousand fields: a long one is measured and
// written a few milliseconds at a time.
import { TimeSlice } from '../../base/timeSlice.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { SandboxLimits } from './sandboxPort.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** `problem` says which limit, its value and its setting; `text` is JSON, undefined for `undefined`. `bytes`: its size as UTF-8. */
type ReplyText =
  { readonly ok: true; readonly text: string | undefined; readonly bytes: number } | { readonly ok: false; readonly problem: string };

/** Members, and thousands of characters, that are written at once: about a millisecond. */
const mostAtOnce = 2_000;
const charactersAtOnce = 262_144;

type Limits = Pick<SandboxLimits, 'replyBytes' | 'valueDepth'>;

/** A short answer takes no turn. `isEnded`: the answer is no longer wanted. */
export async function replyText(value: JsonValue | undefined, limits: Limits, isEnded = () => false): Promise<ReplyText> {
  if (value === undefined) return { ok: true, text: undefined, bytes: 0 };
  const writing = new Writing();
  for (const step of writing.write(value, limits.valueDepth)) {
    if (step === 'deep') return tooDeep(limits);
    await writing.slice.yieldIfOver();
    if (isEnded()) break;
  }
  return within(writing.text, limits);
}

/** The error as JSON, its hint at the end of its message; without content or data that would be larger or deeper than an answer may be. */
export async function errorText(error: CallFailure, limits: Limits, isEnded = () => false): Promise<string> {
  const { hint, content: blocks, data: given, ...failure } = error;
  const content = await replyText(blocks, limits, isEnded); // guarded blocks are plain JSON
  const data = await replyText(given, limits, isEnded);
  const dataMember = data.ok && data.text !== undefined ? `,"data":${data.text}` : '';
  const message = hint === undefined ? error.message : `${error.message} ${hint}`;
  return `${JSON.stringify({ ...failure, message }).slice(0, -1)},"content":${content.ok ? content.text : '[]'}${dataMember}}`;
}

/** JSON that is written a piece at a time. Its generators yield where it is another's turn, and where the value is too deep. */
class Writing {
  readonly slice = new TimeSlice();
  readonly #chunks: string[] = [];
  #pieces: string[] = [];

  get text(): string {
    return [...this.#chunks, ...this.#pieces].join('');
  }

  *write(value: JsonValue, levels: number): Generator<'turn' | 'deep'> {
    if (this.slice.isOver) yield 'turn';
    // To name the keys of an object with a hundred thousand takes long: it is done once.
    const keys = isJsonObject(value) ? Object.keys(value) : undefined;
    const extent = keys && keys.length > mostAtOnce && levels > 0 ? 'long' : extentOf(value, levels);
    if (extent === 'deep') yield extent;
    else if (extent === 'short') this.#put(stringifyExact(value));
    else if (typeof value === 'string') yield* this.#writeText(value);
    else if (isJsonArray(value)) yield* this.#writeItems(value, levels);
    else if (isJsonObject(value)) yield* this.#writeMembers(value, keys ?? [], levels);
  }

  *#writeItems(items: readonly JsonValue[], levels: number): Generator<'turn' | 'deep'> {
    let mark = '[';
    for (const item of items) {
      this.#put(mark);
      yield* this.write(item, levels - 1);
      mark = ',';
    }
    this.#put(mark === '[' ? '[]' : ']');
  }

  *#writeMembers(object: JsonObject, keys: readonly string[], levels: number): Generator<'turn' | 'deep'> {
    let mark = '{';
    for (const key of keys) {
      // Optional members of content blocks may be there without a value.
      const member: JsonValue | undefined = object[key];
      if (member === undefined) continue;
      this.#put(`${mark}${JSON.stringify(key)}:`);
      yield* this.write(member, levels - 1);
      mark = ',';
    }
    this.#put(mark === '{' ? '{}' : '}');
  }

  *#writeText(text: string): Generator<'turn'> {
    this.#put('"');
    for (let from = 0; from < text.length;) {
      if (this.slice.isOver) yield 'turn';
      // A pair of surrogates is not cut: each half would be written as an escape.
      const last = text.charCodeAt(from + charactersAtOnce - 1);
      const to = from + charactersAtOnce - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
      this.#put(JSON.stringify(text.slice(from, to)).slice(1, -1));
      from = to;
    }
    this.#put('"');
  }

  /** Many short pieces become a long one as they come: at the end it would take as long as to write them. */
  #put(piece: string): void {
    if (this.#pieces.push(piece) < mostAtOnce) return;
    this.#chunks.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

/** `long`: it has more than is written at once, and may be too deep below what was looked at. */
function extentOf(value: JsonValue, levels: number): 'short' | 'long' | 'deep' {
  const left = { members: mostAtOnce };
  const isWithin = measure(value, levels, left);
  return left.members < 0 ? 'long' : isWithin ? 'short' : 'deep';
}

/** Whether it is no deeper. Ends where nothing is left. */
function measure(value: JsonValue | undefined, levels: number, left: { members: number }): boolean {
  left.members -= typeof value === 'string' ? 1 + value.length / 1_000 : 1;
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) {
      if (left.members < 0) return true;
      if (!measure(item, levels - 1, left)) return false;
    }
    return true;
  }
  const object = value as { readonly [key: string]: JsonValue | undefined };
  for (const key in object) {
    if (left.members < 0) return true;
    left.members -= key.length / 1_000;
    if (!measure(object[key], levels - 1, left)) return false;
  }
  return true;
}

function tooDeep({ valueDepth }: Limits): ReplyText {
  return { ok: false, problem: `The answer is over ${valueDepth} levels (codeMode.limits.valueDepth). Ask for a part of it.` };
}

function within(text: string, { replyBytes }: Limits): ReplyText {
  const bytes = Buffer.byteLength(text);
  if (bytes <= replyBytes) return { ok: true, text, bytes };
  const problem =
    `The answer has ${bytes.toLocaleString('en-US')} bytes; the limit is ${replyBytes.toLocaleString('en-US')} (codeMode.limits.replyBytes). ` +
    'Ask for a page, a filter or fewer fields.';
  return { ok: false, problem };
}
