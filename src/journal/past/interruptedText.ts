// Tells a model what a run did if its process ended before the run had a result. A run that made no calls did nothing,
// and gets no text.
import { receipt } from '../../engine/formatting/index.ts';
import type { CallRecord } from '../../engine/index.ts';
import type { RecordedCall, RunRecord } from '../record/runRecord.ts';

export function interruptedText(run: RunRecord): string | undefined {
  const calls = run.callList.filter(({ target }) => target !== 'codemode').map(callRecord);
  if (calls.length === 0) return undefined;
  return [
    `Run ${run.id} did not end: its process is gone.`,
    ...receipt(calls),
    `To go on from there, pass resume: "${run.id}".`,
  ].join('\n');
}

function callRecord({
  call,
  path,
  writes,
  isUndeclared,
  state,
  sentAt,
  answeredAt,
  input,
  error,
}: RecordedCall): CallRecord {
  return {
    sequence: call,
    path,
    writes,
    ...(isUndeclared && { isUndeclared }),
    state,
    ms: sentAt === undefined || answeredAt === undefined ? 0 : answeredAt - sentAt,
    ...(input && 'v' in input && { input: input.v }),
    ...(error && { message: error.message }),
  } as CallRecord;
}
