// Whether a replay came to the end that its record has. Records have no secrets: where one hides a part, anything may have stood there, and
// what is hidden by now is compared as it would be recorded now.
import type { JsonValue } from '../base/json.ts';
import type { RunError, RunOutcome } from '../engine/runOutcome.ts';
import { couldBe } from './hiddenParts.ts';
import type { ReplayParts } from './replayRun.ts';
import type { RunRecord } from './runRecord.ts';
import { differences, type Difference } from './valueDiff.ts';

/** `error`: the first that is another one, undefined for none; `result`: where it is another one; `unknown`: the record has no result to compare. */
type EndDifference =
  | { readonly kind: 'error'; readonly now: RunError | undefined; readonly then: RunError | undefined }
  | { readonly kind: 'result'; readonly found: readonly Difference[] }
  | { readonly kind: 'unknown' };

/** Undefined where both are the same. */
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
  // One whose process was killed has neither.
  if (run.state !== 'done') return run.errors.length > 0 ? undefined : { kind: 'unknown' };
  const then = run.value && (await values.value(run.value));
  if (then?.ok === false) return { kind: 'unknown' };
  if (isSame(outcome.value, then?.value)) return undefined;
  return { kind: 'result', found: differences(shown(outcome.value), shown(then?.value), couldBeThere) };
}

/** What is missing was not hidden. */
function couldBeThere(now: JsonValue | undefined, then: JsonValue | undefined): boolean {
  return now !== undefined && couldBe(then, now);
}

function toolOf(error: RunError | undefined): string | undefined {
  return error?.toolError && `${error.toolError.server}.${error.toolError.tool}`;
}
