// Records the changes that `code-mode setup` makes to the files of clients, so that `--undo` reverts only these
// changes.
import { isBoolean, isNumber, isObject, isString, type Guard, type Guarded } from '../base/guards.ts';
import { isJsonObject } from '../base/json.ts';
import { writeFileAtomic } from '../base/files/writeFileAtomic.ts';
import { readConfigFile, whereLinksLead } from './configFile.ts';
import { parseConfig, type TextChange } from './configText.ts';
import { isFields } from './convertServer.ts';
import type { ClientProgram } from './clients.ts';

const isRecord = isObject(
  {
    /** Path of the client's file, with links resolved. */
    file: isString,
    /** The member that contained the client's servers. */
    key: isString,
    created: isBoolean,
    /** Code Mode's entry in the file. */
    entry: isJsonObject,
    /** Entries that setup removed from the file, unchanged. */
    moved: isFields,
    /** Path of Code Mode's own file with copies of the client's servers, and the hash of its text. */
    ownFile: isString,
    ownHash: isString,
  },
  {
    /** The change of the file's text; absent if it is too long to be recorded. */
    change: isObject({ at: isNumber, removed: isString, added: isString }) satisfies Guard<TextChange>,
  },
);

/**
 * The record of one file of one client. A client has another file in another folder, or with a variable like
 * `CODEX_HOME`.
 */
export interface ClientRecord extends Guarded<typeof isRecord> {
  readonly client: string;
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
  const records = Object.entries(parsed.root).flatMap(([name, record]) =>
    // The name has the client's id and the file.
    isRecord(record) ? [{ ...record, client: name.split(' ')[0] ?? '' }] : [],
  );
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
