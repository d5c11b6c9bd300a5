// Which runs can be resumed: for the rule itself, for receipts that name a run, and for views that offer it. Pure.
import type { RunRecord, RunSummary } from './runRecord.ts';

/** Why a run cannot be resumed, one sentence with what to do; undefined where it can. `all`: the runs that are known. */
export function whyNotResumable(
  run: Pick<RunRecord, 'id' | 'door' | 'state' | 'dryRun' | 'code' | 'notWhole' | 'parent'>,
  all: readonly RunSummary[],
  hasCode: boolean,
): string | undefined {
  const { id, door, state, dryRun, code, notWhole, parent } = run;
  if (parent) return `Run ${id} is that of a saved script, which run ${parent.run} called: resume that one.`;
  if (state === 'running') return `Run ${id} is still on.`;
  if (notWhole) return recordNotWhole(id);
  if (door === 'provider') return `Run ${id} called the tools of its chat, which are not there outside of it. Ask the model again.`;
  if (dryRun) return `Run ${id} was a dry run, which sent no write: run its script.`;
  if (state === 'done' && !hasCode) return `Run ${id} is done. Pass \`code\` to go on from it with other code.`;
  if ('redacted' in code && !hasCode) return `The code of run ${id} has a secret, which is not recorded: pass \`code\`.`;
  return whyElsewhere(id, all);
}

/**
 * The latest run that went on with it, or with one that it went on with itself, and may have written: what was made then is not in its own records.
 * `all`: the newest first.
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

/** Of runs that are deleted, those before them that stay, where something may have been written since. `all`: the newest first. */
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

/** With the runs that it went on with. */
function withEarlier(id: string, byId: ReadonlyMap<string, RunSummary>): ReadonlySet<string> {
  const chain = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && byId.has(at) && !chain.has(at); at = byId.get(at)?.resumes) chain.add(at);
  return chain;
}

/** With the runs that went on with them. */
function withLater(ids: ReadonlySet<string>, all: readonly RunSummary[]): ReadonlySet<string> {
  const later = new Set(ids);
  // A run begins after the one that it resumes, but clocks may be set back.
  for (let before = 0; before !== later.size;) {
    before = later.size;
    for (const { id, resumes } of all) if (resumes !== undefined && later.has(resumes)) later.add(id);
  }
  return later;
}

function mayHaveWritten({ state, writes, notWhole }: RunSummary): boolean {
  return state === 'running' || writes > 0 || notWhole === true;
}

/** Why neither it is resumed nor a run that went on with it. */
export function recordNotWhole(id: string): string {
  return `The record of run ${id} is not whole: writes may be missing from it. Look at what the run did, then run a script.`;
}

/** Why a resumed run is not begun. `why`: one clause. */
export function mustBeRecorded(id: string, why: string): string {
  return `Run ${id} is not resumed, since ${why}: if the resumed run ended early, what it wrote would be unknown, and the next would write it again.`;
}
