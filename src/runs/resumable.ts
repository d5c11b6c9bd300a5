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
  if (notWhole) return `The record of run ${id} is not whole: writes may be missing from it. Look at what the run did, then run a script.`;
  if (door === 'provider') return `Run ${id} called the tools of its chat, which are not there outside of it. Ask the model again.`;
  if (dryRun) return `Run ${id} was a dry run, which sent no write: run its script.`;
  if (state === 'done' && !hasCode) return `Run ${id} is done. Pass \`code\` to go on from it with other code.`;
  if ('redacted' in code && !hasCode) return `The code of run ${id} has a secret, which is not recorded: pass \`code\`.`;
  const next = wentOnAs(id, all);
  return next && `Run ${id} went on as run ${next.id}, which knows its writes: resume that one.`;
}

/**
 * The latest of the runs that went on with it, or with one that did, and may have written: what was made then is not in its own record. `all`:
 * the newest first.
 */
function wentOnAs(id: string, all: readonly RunSummary[]): RunSummary | undefined {
  const after = new Set([id]);
  // A run begins after the one that it resumes, but clocks may be set back.
  for (let before = 0; before !== after.size;) {
    before = after.size;
    for (const { id: other, resumes } of all) if (resumes !== undefined && after.has(resumes)) after.add(other);
  }
  after.delete(id);
  return all.find((other) => after.has(other.id) && (other.state === 'running' || other.writes > 0 || other.notWhole));
}

/**
 * Of runs that are deleted, those before them that stay and that they went on from, where something may have been written since. `all`: the
 * newest first.
 */
export function runsBefore(deleted: readonly string[], all: readonly RunSummary[]): readonly string[] {
  const byId = new Map(all.map((run) => [run.id, run]));
  const gone = new Set(deleted);
  const before = new Set<string>();
  for (const id of deleted) {
    const run = byId.get(id);
    const seen = new Set([id]);
    for (let at = run?.resumes; at !== undefined && !seen.has(at); at = byId.get(at)?.resumes) {
      seen.add(at);
      if (byId.has(at) && !gone.has(at) && wentOnAs(at, all)) before.add(at);
    }
  }
  return [...before];
}

/** Why a resumed run is not begun. `why`: one clause. */
export function mustBeRecorded(id: string, why: string): string {
  return `Run ${id} is not resumed, since ${why}: if the resumed run ended early, nobody would know what it wrote, and the next would write it again.`;
}
