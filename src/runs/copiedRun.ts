// Brings the record of another machine's run from shared state into this machine's folder, where whatever reads records finds it. A copy may be of a
// run that is on, so it is made again after each change; a record that a process of this machine wrote is never touched.
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../base/errorMessage.ts';
import { makePrivateFolder } from '../storage/privateFolder.ts';
import { SharedStateError } from '../storage/sharedStateError.ts';
import { writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { eventsFile, summaryFile } from './runFolder.ts';
import type { SharedRuns } from './sharedRuns.ts';
import { valueName, type ValueFiles } from './valueFiles.ts';

interface CopiedRunParts {
  /** The folder of the workspace's runs. */
  readonly folder: string;
  readonly values: ValueFiles;
  readonly shared: SharedRuns;
}

/** With the runs that a resumption of it asks for. `onCopied`: called with the id of each record that is another now. Rejects with `SharedStateError`. */
export async function copyRun(parts: CopiedRunParts, id: string, onCopied: (id: string) => void): Promise<void> {
  try {
    for (const each of await parts.shared.family(id)) if (await copyOne(parts, each)) onCopied(each);
  } catch (error) {
    if (error instanceof SharedStateError) throw error;
    const why = errorMessage(error);
    throw new SharedStateError(`The record of run ${id} is in shared state and cannot be copied into ${parts.folder} (${why}).`, {
      cause: error,
    });
  }
}

/** True if the record is a copy of one that another machine wrote. */
export function isCopy(folder: string, id: string): Promise<boolean> {
  return isThere(markOf(folder, id));
}

/** False where there is nothing new. */
async function copyOne({ folder, values, shared }: CopiedRunParts, id: string): Promise<boolean> {
  const copied = await readFile(markOf(folder, id), 'utf8').catch(() => undefined);
  if (copied === undefined && (await isThere(eventsFile(folder, id)))) return false;
  const version = await shared.version(id);
  if (version === undefined || version === copied) return false;
  const record = await shared.read(id);
  if (!record) return false;
  await makePrivateFolder(folder);
  await mkdir(join(folder, id), { recursive: true, mode: 0o700 });
  await writeFileAtomic(markOf(folder, id), 'copying');
  for (const [number, value] of record.values) await values.copy(valueName(id, number), value);
  await writeFileAtomic(eventsFile(folder, id), record.events);
  // It may tell of a run that was thought to be over.
  await rm(summaryFile(folder, id), { force: true });
  await writeFileAtomic(markOf(folder, id), version);
  return true;
}

/** A file with the version that was copied. */
function markOf(folder: string, id: string): string {
  return join(folder, id, 'copied');
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
