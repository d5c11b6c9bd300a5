// Which run a command is about: it is given a row of the view, an id, or what a link in a chat knows of a run that had not begun.
import { isIndex, isObject, isString } from '../../base/guards.ts';
import { isRunId } from '../../runs/runId.ts';
import type { RunSummary } from '../../runs/runRecord.ts';
import type { RunStore } from '../../runs/runStore.ts';

const isRow = isObject({ run: isObject({ id: isString }) });
const isAnnounced = isObject({ codeHash: isString, after: isIndex });

/** A run that was about to begin: its code, and when. */
export interface AnnouncedRun {
  readonly codeHash: string;
  /** Milliseconds since 1970. */
  readonly after: number;
}

/** Runs that are read to find the announced one. */
const mostRead = 50;

export function runIdOf(given: unknown): string | undefined {
  const id = isRow(given) ? given.run.id : given;
  return isRunId(id) ? id : undefined;
}

/** The first run of that code since then. */
export async function announcedRun(runs: Pick<RunStore, 'list' | 'read'>, given: unknown): Promise<string | undefined> {
  if (!isAnnounced(given)) return undefined;
  const later = (await runs.list()).filter(({ startedAt }) => startedAt >= given.after).slice(-mostRead);
  for (const { id } of later.reverse()) if ((await runs.read(id))?.codeHash === given.codeHash) return id;
  return undefined;
}

/** The newest run of the script of that name. */
export async function newestOfScript(runs: Pick<RunStore, 'list'>, name: string): Promise<string | undefined> {
  return (await runsOfScript(runs, name))[0]?.id;
}

/** The newest that can be replayed: in the record of a dry run writes have no answers. */
export async function newestToReplay(runs: Pick<RunStore, 'list'>, name: string): Promise<string | undefined> {
  return (await runsOfScript(runs, name)).find(({ dryRun }) => !dryRun)?.id;
}

async function runsOfScript(runs: Pick<RunStore, 'list'>, name: string): Promise<readonly RunSummary[]> {
  return (await runs.list()).filter((run) => run.door === 'script' && run.name === name);
}

/** What is recorded of a script. */
export interface ScriptRecords {
  /** There is more than dry runs. */
  readonly canReplay: boolean;
}

/** By their names the scripts of which there is a run. */
export async function scriptsRun(runs: Pick<RunStore, 'list'>): Promise<ReadonlyMap<string, ScriptRecords>> {
  const known = new Map<string, ScriptRecords>();
  for (const { door, name, dryRun } of await runs.list()) {
    if (door === 'script' && name !== undefined) known.set(name, { canReplay: !dryRun || known.get(name)?.canReplay === true });
  }
  return known;
}
