// Writes the JSON text of an answer for the script. All extensions share the host's thread, and an answer may have a
// hundred thousand fields, so a long answer is measured and written for a few milliseconds at a time.
import { grouped } from '../../base/text/counted.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { SandboxLimits } from './sandboxPort.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/**
 * `text` is JSON, or undefined for `undefined`; `bytes` is its size in UTF-8. `problem` names the limit that the answer
 * exceeds, its value and its setting.
 */
type ReplyText =
  | { readonly ok: true; readonly text: string | undefined; readonly bytes: number }
  | { readonly ok: false; readonly problem: string };

/**
 * Maximum number of members that are written in one step, which takes about a millisecond. A text counts one more for
 * each thousand characters.
 */
const mostAtOnce = 2_000;
const charactersAtOnce = 262_144;

type Limits = Pick<SandboxLimits, 'replyBytes' | 'valueDepth'>;

/**
 * Writes an answer. A short answer is written in one step. `isEnded` returns true when the answer is no longer needed.
 */
export async function replyText(
  value: JsonValue | undefined,
  limits: Limits,
  isEnded = () => false,
): Promise<ReplyText> {
  if (value === undefined) return { ok: true, text: undefined, bytes: 0 };
  const writing = new Writing();
  for (const step of writing.write(value, limits.valueDepth)) {
    if (step === 'deep') {
      const problem = `The answer is over ${limits.valueDepth} levels (codeMode.limits.valueDepth). Ask for a part of it.`;
      return { ok: false, problem };
    }
    await writing.slice.yieldIfOver();
    if (isEnded()) break;
  }
  const { text } = writing;
  const bytes = Buffer.byteLength(text);
  if (bytes <= limits.replyBytes) return { ok: true, text, bytes };
  const [size, most] = [bytes, limits.replyBytes].map(grouped);
  const problem =
    `The answer has ${size} bytes; the limit is ${most} (codeMode.limits.replyBytes). ` +
    'Ask for a page, a filter or fewer fields.';
  return { ok: false, problem };
}

/**
 * Writes an error as JSON, with its hint at the end of the message. Content or data that exceed the limits of an answer
 * are omitted.
 */
export async function errorReplyText(
  error: CallFailure,
  limits: Limits,
  isEnded = () => false,
): Promise<string> {
  const { hint, content: blocks, data: given, ...failure } = error;
  const content = await replyText(blocks, limits, isEnded); // the blocks have been validated and are plain JSON
  const data = await replyText(given, limits, isEnded);
  const dataMember = data.ok && data.text !== undefined ? `,"data":${data.text}` : '';
  const message = hint === undefined ? error.message : `${error.message} ${hint}`;
  return `${JSON.stringify({ ...failure, message }).slice(0, -1)},"content":${content.ok ? content.text : '[]'}${dataMember}}`;
}

/**
 * Writes JSON in small steps. Its generators yield `turn` when the event loop should run other work, and `deep` when
 * the value is too deep.
 */
class Writing {
  readonly slice = new TimeSlice();
  readonly #chunks: string[] = [];
  #pieces: string[] = [];

  get text(): string {
    return [...this.#chunks, ...this.#pieces].join('');
  }

  *write(value: JsonValue, levels: number): Generator<'turn' | 'deep'> {
    if (this.slice.isOver) yield 'turn';
    // Listing the keys of an object with a hundred thousand members takes long, so they are listed only once.
    const keys = isJsonObject(value) ? Object.keys(value) : undefined;
    const isLong = (keys && keys.length > mostAtOnce) || !isShort(value, levels);
    if (!isLong) this.#put(stringifyExact(value));
    else if (typeof value === 'string') yield* this.#writeText(value);
    else if (levels === 0) yield 'deep';
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
      // Optional members of content blocks may be present with the value undefined.
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
      // A surrogate pair must stay together, because JSON writes each half as an escape.
      const last = text.charCodeAt(from + charactersAtOnce - 1);
      const to = from + charactersAtOnce - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
      this.#put(JSON.stringify(text.slice(from, to)).slice(1, -1));
      from = to;
    }
    this.#put('"');
  }

  /**
   * Appends a text. Short texts are joined into longer ones as they come; joining all of them at the end would take as
   * long as writing them.
   */
  #put(piece: string): void {
    if (this.#pieces.push(piece) < mostAtOnce) return;
    this.#chunks.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

/** True if the value has at most `levels` levels, and no more members than one step writes. */
function isShort(value: JsonValue | undefined, levels: number, left = { members: mostAtOnce }): boolean {
  left.members -= typeof value === 'string' ? 1 + value.length / 1_000 : 1;
  if (left.members < 0) return false;
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (isJsonArray(value)) return value.every((item) => isShort(item, levels - 1, left));
  const object: { readonly [key: string]: JsonValue | undefined } = value;
  for (const key in object) {
    left.members -= key.length / 1_000;
    if (!isShort(object[key], levels - 1, left)) return false;
  }
  return true;
}
