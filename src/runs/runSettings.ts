// What is recorded of runs, and how long it is there.
import { isJsonObject } from '../base/json.ts';

/** From the least. */
export const recordModes = ['off', 'metadata', 'full'] as const;
export type RecordMode = (typeof recordModes)[number];

/** The oldest runs are deleted until all three hold. */
export interface RunsKept {
  readonly runs: number;
  readonly megabytes: number;
  readonly days: number;
}

export const defaultKept: RunsKept = { runs: 200, megabytes: 200, days: 14 };
/** Of each, what a setting may say. */
const bounds: Readonly<Record<keyof RunsKept, readonly [minimum: number, maximum: number]>> = {
  runs: [1, 100_000],
  megabytes: [1, 100_000],
  days: [1, 3_650],
};

/** The setting of one level, whatever its file says: what is no known value records nothing. */
export function readRecordMode(value: unknown): RecordMode | undefined {
  return value === undefined ? undefined : (recordModes.find((known) => known === value) ?? 'off');
}

/** A workspace may record less than the user, not more. `hasProblems`: a rule cannot be read that says what to hide. */
export function leastRecorded(modes: readonly (RecordMode | undefined)[], hasProblems: boolean): RecordMode {
  const said: readonly (RecordMode | undefined)[] = [...modes, hasProblems ? 'metadata' : undefined];
  const known = said.map((mode: RecordMode = 'full') => recordModes.indexOf(mode));
  return recordModes[Math.min(...known)] ?? 'off';
}

/** Each within its bounds; what is no number counts as not set. */
export function readKept(value: unknown): RunsKept {
  const limit = (name: keyof RunsKept) => {
    const given = isJsonObject(value) ? value[name] : undefined;
    const [minimum, maximum] = bounds[name];
    return typeof given === 'number' && Number.isFinite(given) ? Math.min(maximum, Math.max(minimum, given)) : defaultKept[name];
  };
  return { runs: limit('runs'), megabytes: limit('megabytes'), days: limit('days') };
}
