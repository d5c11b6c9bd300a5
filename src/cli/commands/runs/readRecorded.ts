// Reads a recorded value, or the reason for which the value is not in the record.
import type { JsonValue } from '../../../base/json.ts';
import { noValueWords } from '../../../journal/values/index.ts';
import type { RecordedValue, RunStore } from '../../../journal/index.ts';

/** Resolves with the value, or with a sentence that explains its absence (`missing`). */
export type ReadRecorded = (
  value: RecordedValue,
) => Promise<{ readonly value: JsonValue } | { readonly missing: string }>;

export function readRecorded(runs: Pick<RunStore, 'value'>): ReadRecorded {
  return async (recorded) => {
    const found = await runs.value(recorded);
    return found.ok ? { value: found.value } : { missing: noValueWords[found.reason] };
  };
}
