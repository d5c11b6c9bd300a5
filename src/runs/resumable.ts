// Which runs can be resumed: for the rule itself, for receipts that name a run, and for views that offer it. Pure.
import type { RunRecord, RunSummary } from './runRecord.ts';

/** Why a run cannot be resumed, one sentence with what to do; undefined where it can. `all`: the runs that are known. */
export function whyNotResumable(
  run: Pick<RunRecord, 'id' | 'state' | 'dryRun' | 'code'>,
  all: readonly RunSummary[],
  hasCode: boolean,
): string | undefined {
  const { id, state, dryRun, code } = run;
  if (state === 'running') return `Run ${id} is still on.`;
  if (dryRun) return `Run ${id} was a dry run, which sent no write: run its script.`;
  if (state === 'done' && !hasCode) return `Run ${id} is done. Pass \`code\` to go on from it with other code.`;
  if ('redacted' in code && !hasCode) return `The code of run ${id} has a secret, which is not recorded: pass \`code\`.`;
  const next = all.find((other) => other.resumes === id && (other.state === 'running' || other.writes > 0));
  return next && `Run ${id} went on as run ${next.id}, which knows its writes: resume that one.`;
}
