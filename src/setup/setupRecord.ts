// Records the changes that `code-mode setup` makes to the files of clients, so that `--undo` reverts only these
// changes.
import { isNumber, isObject, isString, type Guard } from '../base/guards.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { writeFileAtomic } from '../base/files/writeFileAtomic.ts';
import { readConfigFile, whereLinksLead } from './configFile.ts';
import { parseConfig, type TextChange } from './configText.ts';
import type { ClientProgram } from './clients.ts';

/**
 * The record of one file of one client. A client has another file in another folder, or with a variable like
 * `CODEX_HOME`.
 */
export interface ClientRecord {
  readonly client: string;
  /** Path of the client's file, with links resolved. */
  readonly file: string;
  /** The member that contained the client's servers; absent in a record of an earlier version. */
  readonly key?: string;
  readonly created: boolean;
  /** Code Mode's entry in the file. */
  readonly entry: JsonObject;
  /** Entries that setup removed from the file, unchanged. */
  readonly moved: Readonly<Record<string, unknown>>;
  /** The change of the file's text; absent if it is too long to be recorded. */
  readonly change?: TextChange;
  /** Path of Code Mode's own file with copies of the client's servers, and the hash of its text. */
  readonly ownFile: string;
  readonly ownHash: string;
}

type SetupRecord = readonly ClientRecord[];

/** Reads the record; empty if the file is missing. Rejects with a message that tells the problem of the file. */
export async function readSetupRecord(file: string): Promise<SetupRecord> {
  const found = await readConfigFile(file);
  if (found.kind === 'missing') return [];
  const parsed =
    found.kind === 'file' ? await parseConfig(found.text, 'json') : { ok: false as const, why: found.why };
  if (!parsed.ok)
    throw new Error(
      `${file} cannot be used: ${parsed.why}. Correct or delete it; without it nothing can be undone.`,
    );
  const records = Object.entries(parsed.root).flatMap(([key, value]) => readRecord(key, value) ?? []);
  // A path that did not exist when it was recorded may be a link now.
  return Promise.all(records.map(async (record) => ({ ...record, file: await whereLinksLead(record.file) })));
}

export async function writeSetupRecord(file: string, records: SetupRecord): Promise<void> {
  const byKey = Object.fromEntries(
    records.map(({ client, ...record }) => [`${client} ${record.file}`, record]),
  );
  await writeFileAtomic(file, `${JSON.stringify(byKey, undefined, 2)}\n`);
}

export function recordOf(
  { id }: ClientProgram,
  file: string,
  records: SetupRecord,
): ClientRecord | undefined {
  return records.find((record) => record.client === id && record.file === file);
}

/**
 * Returns the records of all of a client's files. For a client whose file is in a folder, only records of the current
 * folder's files count.
 */
export async function recordsOf(
  { id, files, within }: ClientProgram,
  records: SetupRecord,
): Promise<SetupRecord> {
  const current = await Promise.all(files.map(whereLinksLead));
  return records.filter(
    ({ client, file }) => client === id && (within === undefined || current.includes(file)),
  );
}

const isRecord = isObject({
  file: isString,
  entry: isJsonObject,
  moved: isJsonObject,
  ownFile: isString,
  ownHash: isString,
});
const isChange: Guard<TextChange> = isObject({ at: isNumber, removed: isString, added: isString });

/** Reads one record. `key` has the client's id and the file; earlier versions wrote the id alone. */
function readRecord(key: string, value: unknown): ClientRecord | undefined {
  if (!isRecord(value)) return undefined;
  const [client = ''] = key.split(' ');
  const { file, entry, moved, ownFile, ownHash } = value;
  const { key: place, created, change } = value as Partial<Record<string, unknown>>;
  const kept = { client, file, created: created === true, entry, moved, ownFile, ownHash };
  return { ...kept, ...(isString(place) && { key: place }), ...(isChange(change) && { change }) };
}
