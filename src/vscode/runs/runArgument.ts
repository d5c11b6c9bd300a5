// Determines the run that a command is about. The argument is a row of the view, an id, or the data in a chat's link to
// a run that had not begun yet.
import { isIndex, isObject, isString } from '../../base/guards.ts';
import { isRunId, type RunSummary, type RunStore } from '../../journal/index.ts';

const isRow = isObject({ run: isObject({ id: isString }) });
const isAnnounced = isObject({ codeHash: isString, after: isIndex });

type Runs = Pick<RunStore, 'list'>;

/** A run that was about to begin, identified by its code and the time. */
export interface AnnouncedRun {
  readonly codeHash: string;
  /** Earliest start of the run in milliseconds since 1970. */
  readonly after: number;
}

/** Maximum number of runs that are read to find the announced one. */
const mostRead = 50;

export function runIdOf(given: unknown): string | undefined {
  const id = isRow(given) ? given.run.id : given;
  return isRunId(id) ? id : undefined;
}

/** Resolves to the id of the first run with this code since the given time; undefined if there is none. */
export async function announcedRun(
  runs: Pick<RunStore, 'list' | 'read'>,
  given: unknown,
): Promise<string | undefined> {
  if (!isAnnounced(given)) return undefined;
  const later = (await runs.list()).filter(({ startedAt }) => startedAt >= given.after).slice(-mostRead);
  for (const { id } of later.reverse()) if ((await runs.read(id))?.codeHash === given.codeHash) return id;
  return undefined;
}

/** Resolves to the id of the newest run of the script with this name. */
export async function newestOfScript(runs: Runs, name: string): Promise<string | undefined> {
  return (await runsOfScript(runs, name))[0]?.id;
}

/** Resolves to the id of the script's newest run that can be replayed: a dry run has no results of writes. */
export async function newestToReplay(runs: Runs, name: string): Promise<string | undefined> {
  return (await runsOfScript(runs, name)).find(({ dryRun }) => !dryRun)?.id;
}

async function runsOfScript(runs: Runs, name: string): Promise<readonly RunSummary[]> {
  return (await runs.list()).filter((run) => run.door === 'script' && run.name === name);
}

/** Returns the scripts that have a recorded run, by name: true if at least one of the runs can be replayed. */
export async function scriptsRun(runs: Runs): Promise<ReadonlyMap<string, boolean>> {
  const known = new Map<string, boolean>();
  for (const { door, name, dryRun } of await runs.list()) {
    if (door === 'script' && name !== undefined) known.set(name, !dryRun || known.get(name) === true);
  }
  return known;
}
