// A value of a record, or why there is none.
import type { JsonValue } from '../../../base/json.ts';
import type { RecordedValue } from '../../../runs/runEvent.ts';
import type { RunStore } from '../../../runs/runStore.ts';
import { noValueWords } from '../../../runs/valueQueries.ts';

/** `missing`: a sentence. */
export type ReadRecorded = (value: RecordedValue) => Promise<{ readonly value: JsonValue } | { readonly missing: string }>;

export function readRecorded(runs: Pick<RunStore, 'value'>): ReadRecorded {
  return async (recorded) => {
    const found = await runs.value(recorded);
    return found.ok ? { value: found.value } : { missing: noValueWords[found.reason] };
  };
}
