// What `code-mode setup` wrote into the files of clients, so that `--undo` takes back just that.
import type { JsonObject } from '../catalog/json.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { readConfigFile } from './configFile.ts';
import { parseConfig } from './configText.ts';
import { isFields } from './convertServer.ts';

export interface ClientRecord {
  /** The client's file. */
  readonly file: string;
  /** Whether it was not there before. */
  readonly created: boolean;
  /** Our entry in it. */
  readonly entry: JsonObject;
  /** Entries that were taken out of it, as they were. */
  readonly moved: Readonly<Record<string, unknown>>;
  /** The file of Code Mode's own, with copies of the client's servers, and the hash of what was written into it. */
  readonly ownFile: string;
  readonly ownHash: string;
}

/** By the client's id. */
type SetupRecord = ReadonlyMap<string, ClientRecord>;

/** Rejects with what is wrong with the file. */
export async function readSetupRecord(file: string): Promise<SetupRecord> {
  const found = await readConfigFile(file);
  if (found.kind === 'missing') return new Map();
  const parsed = found.kind === 'file' ? await parseConfig(found.text, 'json') : { ok: false as const, why: found.why };
  if (!parsed.ok) throw new Error(`${file} cannot be used: ${parsed.why}. Correct or delete it; without it nothing can be undone.`);
  return new Map(
    Object.entries(parsed.root).flatMap(([id, value]) => {
      const record = recordOf(value);
      return record ? [[id, record]] : [];
    }),
  );
}

export async function writeSetupRecord(file: string, record: SetupRecord): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(Object.fromEntries(record), undefined, 2)}\n`);
}

function recordOf(value: unknown): ClientRecord | undefined {
  if (!isFields(value)) return undefined;
  const { file, created, entry, moved, ownFile, ownHash } = value;
  const isWhole =
    typeof file === 'string' && typeof ownFile === 'string' && typeof ownHash === 'string' && isFields(entry) && isFields(moved);
  return isWhole ? { file, created: created === true, entry: entry as JsonObject, moved, ownFile, ownHash } : undefined; // it was read as JSON
}
