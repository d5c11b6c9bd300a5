// The call of a run that a saved script's run answers, as records have it: `0cyl2-1a2b3c4d#3`.
import type { RunParent } from '../engine/runJournal.ts';
import { isRunId } from './runId.ts';

export function parentText({ run, call }: RunParent): string {
  return `${run}#${call}`;
}

/** Undefined for what is none. */
export function readParent(value: unknown): RunParent | undefined {
  const [, run, call] = typeof value === 'string' ? (/^(.{1,40})#(\d{1,9})$/.exec(value) ?? []) : [];
  return isRunId(run) ? { run, call: Number(call) } : undefined;
}
