// Uses a saved run as a test of its script: the script runs against the record, without servers, and must have the same
// result.
import { endDifference, replayRun, type ReplayParts } from './replayRun.ts';
import type { RunRecord } from '../record/runRecord.ts';
import { differenceLines } from './valueDiff.ts';

/** `text`: the differences, in lines for people. `diverged`: the script makes a call that the record lacks. */
export type RunTestResult =
  { readonly kind: 'pass' } | { readonly kind: 'differs' | 'diverged' | 'notRun'; readonly text: string };

/** Maximum number of differences in the result that are listed. */
const mostShown = 20;

/** `code` is the current code of the script. Rejects only when aborted. */
export async function testRun(
  parts: ReplayParts,
  run: RunRecord,
  code: string,
  signal: AbortSignal,
): Promise<RunTestResult> {
  if (run.dryRun) return { kind: 'notRun', text: `Run ${run.id} was a dry run.` };
  if (run.state !== 'done' && run.state !== 'failed')
    return { kind: 'notRun', text: `Run ${run.id} did not come to its end.` };
  const outcome = await replayRun(parts, run, { code, signal });
  signal.throwIfAborted();
  const [error] = outcome.errors;
  if (error?.code === 'diverged') return { kind: 'diverged', text: error.message };
  if (error?.code === 'not_recorded') return { kind: 'notRun', text: error.message };
  const other = await endDifference(parts, outcome, run);
  if (!other) return { kind: 'pass' };
  if (other.kind === 'unknown')
    return { kind: 'notRun', text: `The result of run ${run.id} is not recorded.` };
  return {
    kind: 'differs',
    text:
      other.kind === 'error'
        ? [endText('Now', other.now), endText('Recorded', other.then)].join('\n')
        : ['The result differs:', ...differenceLines(other.found, mostShown)].join('\n'),
  };
}

function endText(when: string, error: RunRecord['errors'][number] | undefined): string {
  return `  ${when}: ${error ? `it failed (${error.code}): ${error.message}` : 'it succeeded'}`;
}
