// Compares the end of a replay with the end in the record. Records hold no secrets: a hidden part of the record equals
// any value, and a value that would be hidden today is compared in its hidden form.
import type { JsonValue } from '../../base/json.ts';
import type { RunError, RunOutcome } from '../../engine/index.ts';
import { couldBe } from './hiddenParts.ts';
import type { ReplayParts } from './replayRun.ts';
import type { RunRecord } from '../record/runRecord.ts';
import { differences, type Difference } from './valueDiff.ts';

/**
 * `error`: the first error that differs (undefined for no error). `result`: the results differ. `unknown`: the record
 * has no result to compare with.
 */
type EndDifference =
  | { readonly kind: 'error'; readonly now: RunError | undefined; readonly then: RunError | undefined }
  | { readonly kind: 'result'; readonly found: readonly Difference[] }
  | { readonly kind: 'unknown' };

/** Undefined if both ends are the same. */
export async function endDifference(
  { values, redactor }: Pick<ReplayParts, 'values' | 'redactor'>,
  outcome: Pick<RunOutcome, 'value' | 'errors'>,
  run: Pick<RunRecord, 'state' | 'value' | 'errors'>,
): Promise<EndDifference | undefined> {
  const shown = (value: JsonValue | undefined, tool?: string) => value && redactor.value(value, tool);
  const isSame = (now: JsonValue | undefined, then: JsonValue | undefined, tool?: string) =>
    couldBe(then, now) || couldBe(shown(then, tool), shown(now, tool));
  const isSameError = (now: RunError | undefined, then: RunError | undefined) =>
    now?.code === then?.code && isSame(now?.message, then?.message, toolOf(then));
  for (let index = 0; index < Math.max(outcome.errors.length, run.errors.length); index += 1) {
    const [now, then] = [outcome.errors[index], run.errors[index]];
    if (!isSameError(now, then)) return { kind: 'error', now, then };
  }
  // A run whose process was killed has neither a result nor errors.
  if (run.state !== 'done') return run.errors.length > 0 ? undefined : { kind: 'unknown' };
  const then = run.value && (await values.value(run.value));
  if (then?.ok === false) return { kind: 'unknown' };
  if (isSame(outcome.value, then?.value)) return undefined;
  return { kind: 'result', found: differences(shown(outcome.value), shown(then?.value), couldBeThere) };
}

/** A missing value was not hidden, so only a present value can equal a hidden one. */
function couldBeThere(now: JsonValue | undefined, then: JsonValue | undefined): boolean {
  return now !== undefined && couldBe(then, now);
}

function toolOf(error: RunError | undefined): string | undefined {
  return error?.toolError && `${error.toolError.server}.${error.toolError.tool}`;
}
