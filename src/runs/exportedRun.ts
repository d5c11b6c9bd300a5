// A run as one document, to keep or to send: its record with all values in it. What comes back in may have been written by anyone.
import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue } from '../catalog/json.ts';
import { guardEvent } from './guardEvent.ts';
import { RecordBuilder } from './recordBuilder.ts';
import { RecordReader } from './readRecord.ts';
import { RunTally } from './runTally.ts';
import { isReadableValue } from './readableValue.ts';
import { isValueHash } from './recordedValues.ts';
import type { RecordedValue } from './runEvent.ts';
import type { ReadValue, RunRecord } from './runRecord.ts';

const format = 'code-mode-run';
const formatVersion = 1;
const mostCharacters = 256 * 1024 * 1024;

export type ImportedRun =
  | { readonly ok: true; readonly record: RunRecord; value(recorded: RecordedValue): Promise<ReadValue> }
  /** One sentence. */
  | { readonly ok: false; readonly problem: string };

/** In pieces, and so written by others in between. Undefined where there is no record. `jsonOf`: a value by its hash. */
export async function exportedRun(file: string, jsonOf: (hash: string) => Promise<Buffer | undefined>): Promise<string | undefined> {
  const events: string[] = [];
  const reader = new RecordReader(file, new RunTally(), (event) => events.push(JSON.stringify(event)));
  await reader.readOn().catch(() => false);
  if (!reader.builder.begin) return undefined;
  const values: string[] = [];
  for (const hash of reader.builder.files) {
    const json = await jsonOf(hash);
    if (json) values.push(`"${hash}":${json.toString()}`);
  }
  const head = `{"format":"${format}","version":${formatVersion}`;
  return `${head},"events":[${events.join(',')}],"values":{${values.join(',')}}}`;
}

export function importedRun(text: string): ImportedRun {
  const document = text.length > mostCharacters ? undefined : parsed(text);
  if (!isJsonObject(document) || document['format'] !== format) return { ok: false, problem: 'This is no run exported by Code Mode.' };
  if (document['version'] !== formatVersion) return { ok: false, problem: 'This run was exported by another version of Code Mode.' };
  const { events, values } = document;
  const builder = new RecordBuilder();
  for (const line of Array.isArray(events) ? events : []) {
    const event = guardEvent(line);
    if (event) builder.add(event);
  }
  const record = builder.record(text.length, 'interrupted');
  if (!record) return { ok: false, problem: 'This exported run is damaged: it has no beginning.' };
  const found = new Map(isJsonObject(values) ? Object.entries(values).filter(isWhole) : []);
  const value = (recorded: RecordedValue): Promise<ReadValue> => Promise.resolve(valueIn(recorded, found));
  return { ok: true, record, value };
}

function valueIn(recorded: RecordedValue, found: ReadonlyMap<string, JsonValue>): ReadValue {
  if ('v' in recorded) return { ok: true, value: recorded.v };
  if (!('file' in recorded)) return { ok: false, reason: 'omitted' };
  const value = found.get(recorded.file);
  return value === undefined ? { ok: false, reason: 'missing' } : { ok: true, value };
}

function isWhole([hash, value]: [string, JsonValue]): boolean {
  return isValueHash(hash) && isReadableValue(value) && createHash('sha256').update(JSON.stringify(value)).digest('hex') === hash;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
