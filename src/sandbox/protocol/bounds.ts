// Limits on one message between script and host, for both engines: names, texts, depths and sums. The guest keeps
// within these limits; the supervisor thread and the host do not rely on that and check them again.
import type { RunLimits } from './messages.ts';

/** Maximum length of the name of a server or tool that a script can call. */
export const maxNameLength = 512;
/** Maximum length of an error message, in characters. */
export const maxMessageLength = 8_192;
/** Maximum number of functions that the stack of an error names, and the maximum length of each name, in characters. */
export const maxStackFrames = 10;
export const maxFunctionName = 100;
/** Maximum number of keys in the path of a clue. Deeper keys are omitted. */
export const maxClueKeys = 12;
/** Maximum length of one console line, in characters. The guest cuts longer lines. */
export const maxLogLength = 65_536;
/** Size that each message counts against the quota of its kind in addition to its text, in bytes. */
export const messageOverhead = 128;
/**
 * Maximum number of texts, keys, objects and arrays in the input of one call, which the host parses in one go. A
 * megabyte of records has fewer. This many empty arrays take 30 ms to parse, and so do 20,000 different keys in small
 * objects, which count ten times. Numbers cost a tenth.
 */
export const maxInputParts = 200_000;
/** Number of lines that precede the script's first line in the evaluated text. */
export const linesBefore = 1;
/** The name under which V8 knows the script. */
export const scriptUrlName = 'script';
/** Maximum number of ticks that a recording contains. */
export const maxTicks = 100_000;

/** Returns how many bytes one run can display, and how many it can send in calls that have no answer yet. */
export function displayLimit(limits: RunLimits): number {
  return 8 * limits.resultBytes;
}
