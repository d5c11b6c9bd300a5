// A server's keys become known when it starts, which may be after a run began whose code or arguments have one of them. What was written before
// is then written again.
import { isJsonObject, type JsonValue } from '../base/json.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { readFileBounded } from '../storage/readFileBounded.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { recordedValue } from './guardEvent.ts';
import { LongJson } from './longJson.ts';
import { deepestReadable } from './readableValue.ts';
import { readLongJson } from './readLongJson.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { RecordedValue } from './runEvent.ts';
import type { ValueFiles } from './recordedValues.ts';

/** Bytes of lines that are looked through at once, or one line. */
const atOnce = 65_536;
const lineEnd = 0x0a;
/** A value in a file of its own, as a line has it. */
const inFile = /\{"file":"([0-9a-f]{64})","bytes":\d+(?:,"redacted":true)?\}/g;

/** In slices, and so with others in between. Rejects as the file system does. */
export async function redactAgain(file: string, values: ValueFiles, redactor: Redactor): Promise<void> {
  redactor.refresh();
  const record = await readFileBounded(file, Infinity);
  const slice = new TimeSlice();
  const filed = new FiledValues(values, redactor, slice);
  const pieces: string[] = [];
  let isSame = true;
  for (let from = 0; from < record.length;) {
    const end = record.indexOf(lineEnd, from + atOnce);
    const to = end === -1 ? record.length : end + 1;
    const text = record.toString('utf8', from, to);
    const shown = redactor.lines(await filed.namedAgain(text));
    isSame &&= shown === text;
    pieces.push(shown);
    from = to;
    if (slice.isOver) await slice.yieldIfOver();
  }
  if (isSame) return;
  const [first = '', ...rest] = pieces;
  await writeFileAtomic(file, Buffer.concat([await withCodeHash(first, values, redactor), ...rest].map((piece) => Buffer.from(piece))));
}

/** Values that have files of their own. */
class FiledValues {
  readonly #values: ValueFiles;
  readonly #redactor: Redactor;
  readonly #slice: TimeSlice;
  /** By its hash: the value without keys, as a line has it; undefined where it has none. */
  readonly #again = new Map<string, string | undefined>();

  constructor(values: ValueFiles, redactor: Redactor, slice: TimeSlice) {
    this.#values = values;
    this.#redactor = redactor;
    this.#slice = slice;
  }

  /** Lines that name values, with the names that these have now. */
  async namedAgain(lines: string): Promise<string> {
    for (const [, hash = ''] of lines.matchAll(inFile)) {
      if (!this.#again.has(hash)) this.#again.set(hash, await this.#withoutKeys(hash));
    }
    return lines.replace(inFile, (whole, hash: string) => this.#again.get(hash) ?? whole);
  }

  async #withoutKeys(hash: string): Promise<string | undefined> {
    const before = await this.#values.readJson(hash);
    // Most have none, and are not read as JSON.
    if (!before || !(await this.#redactor.mayHold(before, this.#slice))) return undefined;
    const found = await readLongJson(before, deepestReadable);
    if (!found) return undefined;
    const { json } = await new LongJson(this.#redactor.ofRecorded).of(found.value, []);
    const again = `{"file":"${await this.#values.write(json)}","bytes":${json.length},"redacted":true}`;
    await this.#values.remove(hash);
    return again;
  }
}

async function codeOf(recorded: RecordedValue, values: ValueFiles): Promise<JsonValue | undefined> {
  if ('v' in recorded) return recorded.v;
  return 'file' in recorded ? (await values.read(recorded.file))?.value : undefined;
}

/** The hash is that of the code as it is recorded. */
async function withCodeHash(text: string, values: ValueFiles, redactor: Redactor): Promise<string> {
  const end = text.indexOf('\n');
  const begin = JSON.parse(text.slice(0, end)) as JsonValue; // a line of ours
  const recorded: RecordedValue | undefined = isJsonObject(begin) ? recordedValue(begin['code']) : undefined;
  if (!isJsonObject(begin) || !recorded) return text;
  const code = await codeOf(recorded, values);
  return typeof code === 'string' ? JSON.stringify({ ...begin, codeHash: redactor.codeHash(code) }) + text.slice(end) : text;
}
