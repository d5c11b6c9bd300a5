// The shape of a view of a run's calls and time: a lane for each server, a bar for each call, the activity of the
// script itself, and the questions to the user. The pages of the editor check their messages with these guards. Times
// are milliseconds since the run began.
import { callStates, logLevels, stateWords } from '../../base/callStates.ts';
import {
  isArrayOf,
  isBoolean,
  isIndex,
  isNumber,
  isObject,
  isOneOf,
  isString,
  type Guarded,
} from '../../base/guards.ts';

const isSpan = isObject({ from: isNumber, to: isNumber });
export type Span = Guarded<typeof isSpan>;

/** Returns the total length of spans that do not overlap. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** `waiting`: the call was made and is not sent yet. `running`: the call was sent, and the run is in progress. */
const barStates = [...callStates, 'waiting', 'running'] as const;
export type BarState = (typeof barStates)[number];

export const barWords: Readonly<Record<BarState, string>> = {
  ...stateWords,
  waiting: 'waiting to be sent',
  running: 'running',
};

/**
 * A call. `tool`: index into the tools. `sentAt`: absent if the call was not sent. `endedAt`: absent while the call is
 * open, and if the run ended before; the bar then reaches to the end of the run. `message`: the reason of the failure,
 * or the last progress message of the server; cut.
 */
export const isCallBar = isObject(
  { call: isIndex, tool: isIndex, madeAt: isNumber, state: isOneOf(barStates) },
  { sentAt: isNumber, endedAt: isNumber, message: isString },
);
export type CallBar = Guarded<typeof isCallBar>;

/**
 * A tool that was called. `name`: the name in the script: the tool, `$resources.read`, `store.get`. `lines`: the lines
 * where the code names the tool, ascending. With one line, each call was made there; with several, at one of them; with
 * none, the code computes the name.
 */
const isShownTool = isObject({
  lane: isIndex,
  name: isString,
  path: isString,
  writes: isBoolean,
  lines: isArrayOf(isIndex),
});
export type ShownTool = Guarded<typeof isShownTool>;

/** `server`: the name of the server in the script; `codemode` for the functions of Code Mode itself. */
const isLane = isObject({ server: isString, calls: isIndex, failed: isIndex });

const isMark = isObject({ at: isNumber, message: isString }, { fraction: isNumber });
export type Mark = Guarded<typeof isMark>;

/** The parts of the view beside the bars. */
export const isRunFrame = isObject(
  {
    /** The end of the axis; at least 1. */
    endMs: isNumber,
    isOn: isBoolean,
    /** Lanes in the order of their first calls. */
    lanes: isArrayOf(isLane),
    tools: isArrayOf(isShownTool),
    /** Periods in which the script's own code ran, as far as its calls and output show them. */
    script: isArrayOf(isSpan),
    /** Total length of these periods, as exact as the record; the drawn spans join periods that are close. */
    scriptMs: isNumber,
    /** Periods in which the user was asked. */
    asked: isArrayOf(isSpan),
    /** The progress that the script reported; at most `mostMarks` entries. */
    marks: isArrayOf(isMark),
    /** Number of calls that were at their servers at the same time; each number is valid until the next entry. */
    atOnce: isArrayOf(isObject({ at: isNumber, calls: isIndex })),
    mostAtOnce: isIndex,
  },
  /** The start of the script itself; before it, the script was checked and allowed. */
  { scriptAt: isNumber },
);
export type RunFrame = Guarded<typeof isRunFrame>;

export interface RunView extends RunFrame {
  /** Bars in the order in which the script made the calls. */
  readonly bars: readonly CallBar[];
}

const entryKinds = [...logLevels, 'forUser', 'progress'] as const;

/**
 * An output of the script. `text`: its lines, cut if there are many. `opens`: there is more to show. `line`: the line
 * of the script that made the output.
 */
export const isOutputEntry = isObject(
  { at: isNumber, kind: isOneOf(entryKinds), text: isString, opens: isBoolean },
  { line: isIndex },
);
export type OutputEntry = Guarded<typeof isOutputEntry>;
