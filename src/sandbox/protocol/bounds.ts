// What one message between script and host may hold, whichever sandbox it leaves: names, texts, depths and sums. Guests keep
// within these bounds; the thread and the host count on nothing but their own count.
import type { RunLimits } from './messages.ts';

/** The longest name of a server or tool that a script can call. */
export const maxNameLength = 512;
/** The longest text of one message of an error, in characters. */
export const maxMessageLength = 8_192;
/** The functions that are named on the way to an error, and the longest name of one, in characters. */
export const maxStackFrames = 10;
export const maxFunctionName = 100;
/** The longest path of a clue, in keys; what is deeper is not told. */
export const maxClueKeys = 12;
/** The longest text of one console line, in characters; what is over is cut in the process. */
export const maxLogLength = 65_536;
/** What one message costs against the quota of its kind besides its text, in bytes. */
export const messageOverhead = 128;
/**
 * The most texts, keys, objects and arrays in what a call sends, all of which the host parses in one go: more than a megabyte of records has,
 * and so many empty arrays take 30 ms, and so do 20,000 names that all differ, which count ten times in small objects. Numbers cost a tenth.
 */
export const maxInputParts = 200_000;
/** Lines that stand before the script's own first line where it is evaluated. */
export const linesBefore = 1;
/** After so many ticks a recording goes no further. */
export const maxTicks = 100_000;

/** How many bytes one run can display, and send in calls that are not answered yet. */
export function displayLimit(limits: RunLimits): number {
  return 8 * limits.resultBytes;
}

/** Whether no more than `levels` objects or arrays of a JSON value are inside one another. Recurses no deeper than that. */
export function isWithinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) {
    for (const element of value as unknown[]) if (!isWithinDepth(element, levels - 1)) return false;
    return true;
  }
  for (const key in value) if (!isWithinDepth((value as Record<string, unknown>)[key], levels - 1)) return false;
  return true;
}
