// Writes and reads the call that the run of a saved script answers, in the form that records use: `0cyl2-1a2b3c4d#3`.
import type { RunParent } from '../../engine/index.ts';
import { isRunId } from './runId.ts';

export function parentText({ run, call }: RunParent): string {
  return `${run}#${call}`;
}

/** Undefined if the value is not a call in this form. */
export function readParent(value: unknown): RunParent | undefined {
  const [, run, call] = typeof value === 'string' ? (/^(.{1,40})#(\d{1,9})$/.exec(value) ?? []) : [];
  return isRunId(run) ? { run, call: Number(call) } : undefined;
}
