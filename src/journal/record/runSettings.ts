// Reads the settings for recording: how much of a run is recorded, and how long records are kept.
import { isJsonObject } from '../../base/json.ts';

/** Modes from the least to the most that is recorded. */
export const recordModes = ['off', 'metadata', 'full'] as const;
export type RecordMode = (typeof recordModes)[number];

/** Limits for records. The oldest runs are deleted until all three limits are met. */
export interface RunsKept {
  readonly runs: number;
  readonly megabytes: number;
  readonly days: number;
}

export const defaultKept: RunsKept = { runs: 200, megabytes: 200, days: 14 };
/** Minimum and maximum of each limit in a setting. */
const bounds: Readonly<Record<keyof RunsKept, readonly [minimum: number, maximum: number]>> = {
  runs: [1, 100_000],
  megabytes: [1, 100_000],
  days: [1, 3_650],
};

/** Reads the setting of one level, which may have any value. An unknown value counts as `off`. */
export function readRecordMode(value: unknown): RecordMode | undefined {
  return value === undefined ? undefined : (recordModes.find((known) => known === value) ?? 'off');
}

/**
 * Returns the least of the modes: a workspace may record less than the user, but not more. `hasProblems`: a redaction
 * rule cannot be read, so no values are recorded.
 */
export function leastRecorded(modes: readonly (RecordMode | undefined)[], hasProblems: boolean): RecordMode {
  const said: readonly (RecordMode | undefined)[] = [...modes, hasProblems ? 'metadata' : undefined];
  const known = said.map((mode: RecordMode = 'full') => recordModes.indexOf(mode));
  return recordModes[Math.min(...known)] ?? 'off';
}

/** Reads the limits and clamps each to its bounds. A limit that is not a number has its default. */
export function readKept(value: unknown): RunsKept {
  const limit = (name: keyof RunsKept) => {
    const given = isJsonObject(value) ? value[name] : undefined;
    const [minimum, maximum] = bounds[name];
    return typeof given === 'number' && Number.isFinite(given)
      ? Math.min(maximum, Math.max(minimum, given))
      : defaultKept[name];
  };
  return { runs: limit('runs'), megabytes: limit('megabytes'), days: limit('days') };
}
