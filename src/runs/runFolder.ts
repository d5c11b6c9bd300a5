// The folder of one run, named by the run's id: its events, its long values, and a summary once the run is over.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunId } from './runId.ts';

const eventsName = 'events.jsonl';

/** `runs` is the folder of a workspace's runs in each function. */
export function eventsFile(runs: string, id: string): string {
  return join(runs, id, eventsName);
}

export function summaryFile(runs: string, id: string): string {
  return join(runs, id, 'summary.json');
}

/** The ids of the folders that may be runs; none where the folder of the runs cannot be read. */
export async function runIds(runs: string): Promise<readonly string[]> {
  return (await readdir(runs).catch(() => [])).filter(isRunId);
}

/** The size of a run's events and values on disk. Rejects as the file system does. */
export async function bytesOfRun(runs: string, id: string): Promise<number> {
  const folder = join(runs, id);
  let total = 0;
  for (const name of await readdir(folder)) if (isRecorded(name)) total += (await stat(join(folder, name))).size;
  return total;
}

function isRecorded(name: string): boolean {
  return name === eventsName || name.startsWith('value-');
}

/** Deletes a run. It is no run any more from the first step on, also where this process is killed before the last. */
export async function removeRun(runs: string, id: string): Promise<void> {
  await rm(eventsFile(runs, id), { force: true });
  await rm(join(runs, id), { recursive: true, force: true });
}
