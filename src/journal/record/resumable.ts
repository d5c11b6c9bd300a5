// Decides which runs can be resumed. The resumption itself, receipts that name a run, and views that offer the command
// use the same rule. The functions are pure.
import type { RunRecord, RunSummary } from './runRecord.ts';

/**
 * Returns one sentence that says why the run cannot be resumed and what to do; undefined if the run can be resumed.
 * `all`: the known runs.
 */
export function whyNotResumable(
  run: Pick<RunRecord, 'id' | 'door' | 'state' | 'dryRun' | 'code' | 'notWhole' | 'parent'>,
  all: readonly RunSummary[],
  hasCode: boolean,
): string | undefined {
  const { id, door, state, dryRun, code, notWhole, parent } = run;
  if (parent) return `Run ${id} is that of a saved script, which run ${parent.run} called: resume that one.`;
  if (state === 'running') return `Run ${id} is still on.`;
  if (notWhole) return recordNotWhole(id);
  if (door === 'provider')
    return `Run ${id} called the tools of its chat, which are not there outside of it. Ask the model again.`;
  if (dryRun) return `Run ${id} was a dry run, which sent no write: run its script.`;
  if (state === 'done' && !hasCode)
    return `Run ${id} is done. Pass \`code\` to go on from it with other code.`;
  if ('redacted' in code && !hasCode)
    return `The code of run ${id} has a secret, which is not recorded: pass \`code\`.`;
  return whyElsewhere(id, all);
}

/**
 * Finds the latest run that resumed this run, or one of the runs that this run itself resumed, and that may have
 * written: such writes are not in the records of this run. `all`: the newest first.
 */
function whyElsewhere(id: string, all: readonly RunSummary[]): string | undefined {
  const byId = new Map(all.map((run) => [run.id, run]));
  const own = withEarlier(id, byId);
  const later = withLater(own, all);
  const next = all.find((run) => later.has(run.id) && !own.has(run.id) && mayHaveWritten(run));
  if (!next) return undefined;
  const from = [...withEarlier(next.id, byId)].find((at) => own.has(at));
  return from === id
    ? `Run ${id} went on as run ${next.id}, which knows its writes: resume that one.`
    : `Run ${id} went on with run ${from}, which went on as run ${next.id} as well and wrote there: resume that one.`;
}

/**
 * Returns the runs that the deleted ones resumed and that stay, if something may have been written since. `all`: the
 * newest first.
 */
export function runsBefore(deleted: readonly string[], all: readonly RunSummary[]): readonly string[] {
  const byId = new Map(all.map((run) => [run.id, run]));
  const gone = new Set(deleted);
  const before = new Set<string>();
  for (const id of deleted) {
    const stay = withEarlier(id, byId).difference(gone);
    if (stay.size === 0) continue;
    const later = withLater(new Set([id]), all);
    if (all.some((run) => later.has(run.id) && mayHaveWritten(run))) for (const at of stay) before.add(at);
  }
  return [...before];
}

/** Returns the run with all runs that it resumed, directly or indirectly. */
function withEarlier(id: string, byId: ReadonlyMap<string, RunSummary>): ReadonlySet<string> {
  const chain = new Set<string>();
  for (
    let at: string | undefined = id;
    at !== undefined && byId.has(at) && !chain.has(at);
    at = byId.get(at)?.resumes
  )
    chain.add(at);
  return chain;
}

/** Returns the runs with all runs that resumed them, directly or indirectly. */
function withLater(ids: ReadonlySet<string>, all: readonly RunSummary[]): ReadonlySet<string> {
  const later = new Set(ids);
  // A run begins after the run that it resumes, but clocks may be set back, so the order of the list is not relied on.
  for (let before = 0; before !== later.size;) {
    before = later.size;
    for (const { id, resumes } of all) if (resumes !== undefined && later.has(resumes)) later.add(id);
  }
  return later;
}

function mayHaveWritten({ state, writes, notWhole }: RunSummary): boolean {
  return state === 'running' || writes > 0 || notWhole === true;
}

/** Says why neither this run nor a run that resumed it can be resumed. */
export function recordNotWhole(id: string): string {
  return `The record of run ${id} is not whole: writes may be missing from it. Look at what the run did, then run a script.`;
}

/** Says why a resumption does not start. `why`: one clause. */
export function mustBeRecorded(id: string, why: string): string {
  return `Run ${id} is not resumed, since ${why}: if the resumed run ended early, what it wrote would be unknown, and the next would write it again.`;
}
