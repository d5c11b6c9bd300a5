// A server's keys become known when it starts, which may be after a run began whose code or arguments have one of them. What was written before
// is then written again.
import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonValue } from '../catalog/json.ts';
import { TimeSlice } from '../catalog/timeSlice.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { recordedValue } from './guardEvent.ts';
import type { Redactor } from './redaction/redactor.ts';
import type { RecordedValue } from './runEvent.ts';
import type { ValueFiles } from './recordedValues.ts';

/** Lines that are looked through at once. */
const atOnce = 500;
/** A value in a file of its own, as a line has it. */
const inFile = /\{"file":"([0-9a-f]{64})","bytes":\d+(?:,"redacted":true)?\}/g;

/** Rejects as the file system does. */
export async function redactAgain(file: string, values: ValueFiles, redactor: Redactor): Promise<void> {
  const text = await readFile(file, 'utf8');
  const renamed = await valuesAgain(text, values, redactor);
  const slice = new TimeSlice();
  const lines = text.replace(inFile, (whole, hash: string) => renamed.get(hash) ?? whole).split('\n');
  const pieces: string[] = [];
  for (let at = 0; at < lines.length; at += atOnce) {
    pieces.push(redactor.lines(lines.slice(at, at + atOnce).join('\n')));
    await slice.yieldIfOver();
  }
  const shown = pieces.join('\n');
  if (shown !== text) await writeFileAtomic(file, await withCodeHash(shown, values, redactor));
}

/** By the hash of a value that has a secret in it: the value without it, as a line has it. */
async function valuesAgain(text: string, values: ValueFiles, redactor: Redactor): Promise<ReadonlyMap<string, string>> {
  const renamed = new Map<string, string>();
  for (const hash of new Set([...text.matchAll(inFile)].map(([, name = '']) => name))) {
    const found = await values.read(hash);
    const shown = found && redactor.withoutSecrets(found.value);
    if (shown === undefined) continue;
    const json = Buffer.from(shown);
    renamed.set(hash, `{"file":"${await values.write(json)}","bytes":${json.length},"redacted":true}`);
    await values.remove(hash);
  }
  return renamed;
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
