// Whether a replay came to what its record says.
import { isDeepStrictEqual } from 'node:util';
import type { RunOutcome } from '../../../engine/runOutcome.ts';
import type { RunRecord } from '../../../runs/runRecord.ts';
import type { RunStore } from '../../../runs/runStore.ts';

export async function isSameEnd({ ok, value, errors }: RunOutcome, record: RunRecord, runs: Pick<RunStore, 'value'>): Promise<boolean> {
  if (ok !== (record.state === 'done')) return false;
  const endings = [errors, record.errors].map((all) => all.map(({ code, message }) => `${code} ${message}`));
  if (!isDeepStrictEqual(endings[0], endings[1])) return false;
  const before = record.value && (await runs.value(record.value));
  return JSON.stringify(value) === JSON.stringify(before?.ok ? before.value : undefined);
}
