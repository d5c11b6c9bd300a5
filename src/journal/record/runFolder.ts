// The folder of one run, which has the id of the run as its name: events, long values, and a summary once the run is
// over.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunId } from './runId.ts';

const eventsName = 'events.jsonl';

/** In each function, `runs` is the folder of the workspace's runs. */
export function eventsFile(runs: string, id: string): string {
  return join(runs, id, eventsName);
}

export function summaryFile(runs: string, id: string): string {
  return join(runs, id, 'summary.json');
}

/** Returns the ids of the folders that may be runs; an empty list if the folder of the runs cannot be read. */
export async function runIds(runs: string): Promise<readonly string[]> {
  return (await readdir(runs).catch(() => [])).filter(isRunId);
}

/** The size of a run's events and values on disk. Rejects as the file system does. */
export async function bytesOfRun(runs: string, id: string): Promise<number> {
  const folder = join(runs, id);
  let total = 0;
  for (const name of await readdir(folder))
    if (name === eventsName || name.startsWith('value-')) total += (await stat(join(folder, name))).size;
  return total;
}

/**
 * Deletes a run. If this process is killed in between, the folder is still the whole run as long as it has events, and
 * no run afterwards.
 */
export async function removeRun(runs: string, id: string): Promise<void> {
  for (const file of [summaryFile(runs, id), eventsFile(runs, id)]) await rm(file, { force: true });
  // Another process may delete or list the same run meanwhile.
  await rm(join(runs, id), { recursive: true, force: true, maxRetries: 3 });
}
