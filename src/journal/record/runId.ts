// Makes ids of runs: they sort by time, are unique among the processes that share a folder, and are short enough to
// type.
import { randomInt } from 'node:crypto';
import type { RunParent } from '../../engine/index.ts';

/** 2026-01-01 in UTC. */
const epoch = Date.UTC(2026, 0, 1);
/**
 * Numbers of digits in base 36. 8 digits of milliseconds last for 89 years. If two processes begin a run in the same
 * millisecond, one pair in 60 million takes the same id.
 */
const [timeDigits, chanceDigits] = [8, 5] as const;
const form = /^[0-9a-z]{5}-[0-9a-z]{8}$/;

export class RunIds {
  #last = 0;

  /** Returns an id that sorts after all earlier ids of this object; `now` in milliseconds since 1970. */
  next(now: number): string {
    this.#last = Math.max(this.#last + 1, now - epoch);
    const digits = base36(this.#last, timeDigits) + base36(randomInt(36 ** chanceDigits), chanceDigits);
    return `${digits.slice(0, 5)}-${digits.slice(5)}`;
  }
}

/** True if the text is an id, so that it can safely name a file. */
export function isRunId(text: unknown): text is string {
  return typeof text === 'string' && form.test(text);
}

/** Returns the call that the run of a saved script answers in the form of records: `0cyl2-1a2b3c4d#3`. */
export function parentText({ run, call }: RunParent): string {
  return `${run}#${call}`;
}

/** Undefined if the value is not a call in this form. */
export function readParent(value: unknown): RunParent | undefined {
  const [, run, call] = typeof value === 'string' ? (/^(.{1,40})#(\d{1,9})$/.exec(value) ?? []) : [];
  return isRunId(run) ? { run, call: Number(call) } : undefined;
}

function base36(number: number, digits: number): string {
  return number.toString(36).padStart(digits, '0').slice(-digits);
}
