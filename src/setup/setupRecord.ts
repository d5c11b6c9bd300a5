// What `code-mode setup` wrote into the files of clients, so that `--undo` takes back just that.
import type { JsonObject } from '../base/json.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { readConfigFile, whereLinksLead } from './configFile.ts';
import { parseConfig, type TextChange } from './configText.ts';
import type { McpClient } from './clients.ts';
import { isFields } from './convertServer.ts';

/** Of one file of one client: another folder, or a variable like `CODEX_HOME`, gives the client another file. */
export interface ClientRecord {
  /** The client's id. */
  readonly client: string;
  /** The client's file, where links lead. */
  readonly file: string;
  /** Where the client's servers stood in it; absent in the record of an earlier version. */
  readonly key?: string;
  /** Whether it was not there before. */
  readonly created: boolean;
  /** Our entry in it. */
  readonly entry: JsonObject;
  /** Entries that were taken out of it, as they were. */
  readonly moved: Readonly<Record<string, unknown>>;
  /** The change of its text; absent for one that is too long to be kept. */
  readonly change?: TextChange;
  /** The file of Code Mode's own, with copies of the client's servers, and the hash of what was written into it. */
  readonly ownFile: string;
  readonly ownHash: string;
}

type SetupRecord = readonly ClientRecord[];

/** Rejects with what is wrong with the file. */
export async function readSetupRecord(file: string): Promise<SetupRecord> {
  const found = await readConfigFile(file);
  if (found.kind === 'missing') return [];
  const parsed = found.kind === 'file' ? await parseConfig(found.text, 'json') : { ok: false as const, why: found.why };
  if (!parsed.ok) throw new Error(`${file} cannot be used: ${parsed.why}. Correct or delete it; without it nothing can be undone.`);
  const records = Object.entries(parsed.root).flatMap(([key, value]) => readRecord(key, value) ?? []);
  // A file that was not there when it was recorded may be behind a link now.
  return Promise.all(records.map(async (record) => ({ ...record, file: await whereLinksLead(record.file) })));
}

export async function writeSetupRecord(file: string, records: SetupRecord): Promise<void> {
  const byKey = Object.fromEntries(records.map(({ client, ...record }) => [`${client} ${record.file}`, record]));
  await writeFileAtomic(file, `${JSON.stringify(byKey, undefined, 2)}\n`);
}

export function recordOf({ id }: McpClient, file: string, records: SetupRecord): ClientRecord | undefined {
  return records.find((record) => record.client === id && record.file === file);
}

/** All of a client's files; of those that are in a folder, the current folder's alone. */
export async function recordsOf({ id, files, within }: McpClient, records: SetupRecord): Promise<SetupRecord> {
  const current = await Promise.all(files.map(whereLinksLead));
  return records.filter(({ client, file }) => client === id && (within === undefined || current.includes(file)));
}

/** `key`: the client's id and the file; earlier, the id alone. */
function readRecord(key: string, value: unknown): ClientRecord | undefined {
  if (!isFields(value)) return undefined;
  const [client = ''] = key.split(' ');
  const { file, key: place, created, entry, moved, change, ownFile, ownHash } = value;
  const isWhole =
    typeof file === 'string' && typeof ownFile === 'string' && typeof ownHash === 'string' && isFields(entry) && isFields(moved);
  if (!isWhole) return undefined;
  const read = entry as JsonObject; // it was read as JSON
  const kept = { client, file, created: created === true, entry: read, moved, ownFile, ownHash };
  return { ...kept, ...(typeof place === 'string' && { key: place }), ...(isChange(change) && { change }) };
}

function isChange(value: unknown): value is TextChange {
  if (!isFields(value)) return false;
  return typeof value['at'] === 'number' && typeof value['removed'] === 'string' && typeof value['added'] === 'string';
}
