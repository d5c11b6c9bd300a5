// Copies the record of a run of another machine from the shared state into the folder of this machine, where all
// readers of records look. The run may still be running, so each change is copied again. A record that a process of
// this machine wrote is never overwritten.
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../base/errorMessage.ts';
import { succeeds } from '../../base/withTimeout.ts';
import { makePrivateFolder } from '../../base/files/privateFolder.ts';
import { SharedStateError } from '../../engine/stores/index.ts';
import { writeFileAtomic } from '../../base/files/writeFileAtomic.ts';
import { eventsFile, summaryFile } from '../record/runFolder.ts';
import type { SharedRuns } from '../record/sharedRuns.ts';
import { valueName, type ValueFiles } from '../record/valueFiles.ts';

interface CopiedRunParts {
  readonly folder: string;
  readonly values: ValueFiles;
  readonly shared: SharedRuns;
}

/**
 * Copies the record of the run and the records that a resumption of the run needs. Rejects with `SharedStateError`.
 */
export async function copyRun(parts: CopiedRunParts, id: string): Promise<void> {
  try {
    for (const each of await parts.shared.family(id)) await copyOne(parts, each);
  } catch (error) {
    if (error instanceof SharedStateError) throw error;
    const why = errorMessage(error);
    throw new SharedStateError(
      `The record of run ${id} is in shared state and cannot be copied into ${parts.folder} (${why}).`,
      { cause: error },
    );
  }
}

/** True if the record is a copy of one that another machine wrote. */
export function isCopy(folder: string, id: string): Promise<boolean> {
  return succeeds(access(markOf(folder, id)));
}

/** Does nothing if the copy is up to date. */
async function copyOne({ folder, values, shared }: CopiedRunParts, id: string): Promise<void> {
  const copied = await readFile(markOf(folder, id), 'utf8').catch(() => undefined);
  if (copied === undefined && (await succeeds(access(eventsFile(folder, id))))) return;
  const version = await shared.version(id);
  if (version === undefined || version === copied) return;
  const record = await shared.read(id);
  if (!record) return;
  await makePrivateFolder(folder);
  await mkdir(join(folder, id), { recursive: true, mode: 0o700 });
  await writeFileAtomic(markOf(folder, id), 'copying');
  for (const [number, value] of record.values) await values.copy(valueName(id, number), value);
  await writeFileAtomic(eventsFile(folder, id), record.events);
  // The old summary may describe a run that was believed to be over.
  await rm(summaryFile(folder, id), { force: true });
  await writeFileAtomic(markOf(folder, id), version);
}

/** Path of the file that holds the version of the copied record. */
function markOf(folder: string, id: string): string {
  return join(folder, id, 'copied');
}
