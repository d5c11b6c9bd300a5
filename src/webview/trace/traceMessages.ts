// The messages between a trace and the extension. Each is guarded where it comes in, on both sides: records hold what servers and scripts
// wrote.
import { isArrayOf, isBoolean, isIndex, isMessage, isNumber, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';
import { headFields, isFact } from '../base/headMessages.ts';
import { isValueSource, valueReplies, valueRequests } from '../base/valueMessages.ts';
import { callStates, logLevels } from '../../base/callStates.ts';

const runActions = ['cancel', 'resume', 'replay', 'runAgain', 'saveAsScript', 'export'] as const;
export type RunAction = (typeof runActions)[number];

/** `input`, `output`, `failure` of call `n`; `args`, `value` of the run; `entry` `n` of what it put out. */
const sources = ['input', 'output', 'failure', 'args', 'value', 'entry'] as const;
const isSource = isValueSource(sources);
export type Source = Guarded<typeof isSource>;

export const isFromTrace = isMessage({
  ready: isObject({}),
  action: isObject({ action: isOneOf(runActions) }),
  call: isObject({ request: isIndex, call: isIndex }),
  ...valueRequests(sources),
});
export type FromTrace = Guarded<typeof isFromTrace>;

/** A value that can be shown; or `note`, why there is none. */
const isShownValue = isObject({ name: isString }, { source: isSource, note: isString });
export type ShownValue = Guarded<typeof isShownValue>;

const isHead = isObject({
  id: isString,
  ...headFields(runActions),
  values: isArrayOf(isShownValue),
});
export type TraceHead = Guarded<typeof isHead>;

const isSpan = isObject({ from: isNumber, to: isNumber });
const isLane = isObject({ server: isString, calls: isIndex, failed: isIndex });
const isTool = isObject({ lane: isIndex, name: isString, path: isString, writes: isBoolean, lines: isArrayOf(isIndex) });
const barStates = [...callStates, 'waiting', 'running'] as const;
const isBar = isObject(
  { call: isIndex, tool: isIndex, madeAt: isNumber, state: isOneOf(barStates) },
  { sentAt: isNumber, endedAt: isNumber, message: isString },
);
/** What is beside the bars, which come in pieces. */
const isFrame = isObject(
  {
    endMs: isNumber,
    isOn: isBoolean,
    lanes: isArrayOf(isLane),
    tools: isArrayOf(isTool),
    script: isArrayOf(isSpan),
    scriptMs: isNumber,
    asked: isArrayOf(isSpan),
    marks: isArrayOf(isObject({ at: isNumber, message: isString }, { fraction: isNumber })),
    atOnce: isArrayOf(isObject({ at: isNumber, calls: isIndex })),
    mostAtOnce: isIndex,
  },
  { scriptAt: isNumber },
);
export type TraceFrame = Guarded<typeof isFrame>;
export type TraceBar = Guarded<typeof isBar>;

const entryKinds = [...logLevels, 'display', 'forUser', 'progress'] as const;
const isEntry = isObject({ at: isNumber, kind: isOneOf(entryKinds), text: isString }, { opens: isBoolean, line: isIndex });
/** What the script put out, in a line. `opens`: there is more, as the value of `entry`. `line`: of the script, where it did. */
export type TraceEntry = Guarded<typeof isEntry>;

export const isToTrace = isMessage({
  head: isObject({ head: isHead }),
  /** Its lines, where it was recorded. */
  code: isObject({}, { lines: isArrayOf(isString) }),
  frame: isObject({ frame: isFrame }),
  /** Bars that are new or another; the call's number says which. */
  bars: isObject({ bars: isArrayOf(isBar) }),
  /** Entries from number `from` on. */
  entries: isObject({ from: isIndex, entries: isArrayOf(isEntry) }),
  call: isObject({ request: isIndex, facts: isArrayOf(isFact), values: isArrayOf(isShownValue) }, { problem: isString }),
  ...valueReplies,
});
export type ToTrace = Guarded<typeof isToTrace>;
