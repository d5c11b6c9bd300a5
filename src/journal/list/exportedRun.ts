// Exports a run as one JSON document that holds its record and all its values, and imports such documents. Anybody may
// have written an imported document, so each part is checked.
import { isJsonArray, isJsonObject, parseJson } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { RecordBuilder } from '../record/recordBuilder.ts';
import { RecordReader } from '../record/readRecord.ts';
import { deepestReadable, isWithinDepth } from '../record/readLongJson.ts';
import { guardEvent, type RecordedValue, type RunEvent } from '../record/runEvent.ts';
import { eventsFile } from '../record/runFolder.ts';
import { readValue, type Found, type ReadValue, type RunRecord } from '../record/runRecord.ts';
import type { ValueFiles } from '../record/valueFiles.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const format = 'code-mode-run';
const formatVersion = 1;
const mostBytes = 256 * 1024 * 1024;
/** Number of objects around each value in the document. */
const aroundValues = 2;

interface ImportedRun {
  readonly record: RunRecord;
  value(recorded: RecordedValue): Promise<ReadValue>;
}

/**
 * Returns the document; undefined if there is no record. Yields to other work between parts. `runs` is the folder of
 * the workspace's runs.
 */
export async function exportedRun(runs: string, id: string, files: ValueFiles): Promise<string | undefined> {
  const events: string[] = [];
  const kinds = new Set<RunEvent['t']>();
  const add = (event: RunEvent) => {
    kinds.add(event.t);
    events.push(stringifyExact(event));
  };
  const reader = new RecordReader(eventsFile(runs, id), () => ({ add, damaged: () => undefined }));
  await reader.readOn().catch(() => false);
  if (!kinds.has('begin')) return undefined;
  const values: string[] = [];
  for (const name of await files.namesOf(id)) {
    const json = await files.readJson(name);
    if (json) values.push(`"${name}":${json.toString()}`);
  }
  const head = `{"format":"${format}","version":${formatVersion}`;
  return `${head},"events":[${events.join(',')}],"values":{${values.join(',')}}}`;
}

/** Parses the document in one step, which blocks the thread; only the terminal reads exported runs. Never rejects. */
export async function importedRun(json: Buffer): Promise<Found<ImportedRun>> {
  const document = json.length > mostBytes ? undefined : parseJson(json.toString().replace(/^\uFEFF/, ''));
  const isReadable = isWithinDepth(document, deepestReadable + aroundValues);
  if (!isReadable || !isJsonObject(document) || document['format'] !== format)
    return { problem: 'This is no run exported by Code Mode.' };
  if (document['version'] !== formatVersion)
    return { problem: 'This run was exported by another version of Code Mode.' };
  const { events, values } = document;
  const slice = new TimeSlice();
  const builder = new RecordBuilder();
  for (const line of isJsonArray(events) ? events : []) {
    const event = guardEvent(line);
    if (event) builder.add(event);
    if (slice.isOver) await slice.yieldIfOver();
  }
  const record = builder.record(json.length, 'interrupted');
  if (!record) return { problem: 'This exported run is damaged: it has no beginning.' };
  // The names come from the record, which holds only names of values.
  const found = (name: string) => {
    const value = isJsonObject(values) ? values[name] : undefined;
    return Promise.resolve(value === undefined ? undefined : { value });
  };
  return { record, value: (recorded) => readValue(recorded, found) };
}
