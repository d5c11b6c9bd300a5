// Redacts a record again. The keys of a server become known when it starts, which may be after the start of a run whose
// code or arguments contain one of them.
import { stringifyExact } from '../../base/exactJson.ts';
import { parseJson } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { writeFileAtomic } from '../../base/files/writeFileAtomic.ts';
import { guardEvent } from './runEvent.ts';
import { longJson } from '../redaction/longJson.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { eventsFile } from './runFolder.ts';
import { readValue } from './runRecord.ts';
import type { SharedRuns } from './sharedRuns.ts';
import type { ValueFiles } from './valueFiles.ts';

/** Number of bytes of lines that are searched at once; a longer line is searched alone. */
const atOnce = 65_536;
const lineEnd = 0x0a;
/** Matches the JSON of a value that has a file of its own. */
const inFile = /\{"file":"([0-9a-z/-]+)","bytes":\d+(?:,"redacted":true)?\}/g;

/**
 * Works in slices and yields to other work between them. `runs` is the folder of the workspace's runs; `shared` has a
 * copy of the same record. Rejects as the file system does.
 */
export async function redactAgain(
  runs: string,
  id: string,
  values: ValueFiles,
  redactor: Redactor,
  shared?: SharedRuns,
): Promise<void> {
  redactor.refresh();
  const file = eventsFile(runs, id);
  const record = await readFileBounded(file, Infinity);
  const slice = new TimeSlice();
  const changed = await changedValues(await values.namesOf(id), values, redactor, slice);
  const renamed = (text: string) => text.replace(inFile, (whole, name: string) => changed.get(name) ?? whole);
  const pieces: string[] = [];
  let isSame = true;
  for (let from = 0; from < record.length;) {
    const end = record.indexOf(lineEnd, from + atOnce);
    const to = end === -1 ? record.length : end + 1;
    const text = record.toString('utf8', from, to);
    const shown = redactor.lines(changed.size === 0 ? text : renamed(text));
    isSame &&= shown === text;
    pieces.push(shown);
    from = to;
    if (slice.isOver) await slice.yieldIfOver();
  }
  if (isSame) return;
  pieces[0] = await withCodeHash(pieces[0] ?? '', values, redactor);
  const lines = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  await writeFileAtomic(file, lines);
  await shared?.replace(id, lines);
}

/**
 * Rewrites the files of values that contain a key. Returns the names of these files with the new JSON for their lines.
 */
async function changedValues(
  names: readonly string[],
  values: ValueFiles,
  redactor: Redactor,
  slice: TimeSlice,
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>();
  for (const name of names) {
    const before = await values.readJson(name);
    // Most values contain no key, and are then not parsed.
    if (!before || !(await redactor.mayHold(before, slice))) continue;
    const found = await values.read(name);
    if (!found) continue;
    const { json } = await longJson(found.value, [], redactor.ofRecorded);
    await values.rewrite(name, json);
    changed.set(name, JSON.stringify({ file: name, bytes: json.length, redacted: true }));
  }
  return changed;
}

/** The hash in the record is that of the recorded code, so it changes with the code. */
async function withCodeHash(text: string, values: ValueFiles, redactor: Redactor): Promise<string> {
  const end = text.indexOf('\n');
  const begin = guardEvent(parseJson(text.slice(0, end)));
  if (begin?.t !== 'begin') return text;
  const { t, whole = 1, ...rest } = begin;
  const code = await readValue(begin.code, (name) => values.read(name));
  if (!code.ok || typeof code.value !== 'string') return text;
  return stringifyExact({ t, whole, ...rest, codeHash: redactor.codeHash(code.value) }) + text.slice(end);
}
