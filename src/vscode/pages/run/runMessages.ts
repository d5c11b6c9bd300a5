// The messages between the page about a run and the extension. Both sides guard incoming messages: a run holds texts of
// servers and scripts, and the extension carries out the requests of a page with its own rights. The page gets values
// in parts, so that a value of megabytes stays in the extension.
import {
  either,
  isArrayOf,
  isBoolean,
  isIndex,
  isObject,
  isOneOf,
  isString,
  isTagged,
  type Guarded,
} from '../../../base/guards.ts';
import { isCallBar, isOutputEntry, isRunFrame } from '../../../journal/trace/runView.ts';
import {
  isCopyQuery,
  isPageAnswer,
  isPageQuery,
  isSort,
  isValuePath,
  tableOrder,
} from '../../../journal/values/valueView.ts';

/** The actions for a run in the panel of a script. */
const panelActions = [
  'stop',
  'run',
  'replay',
  'pin',
  'unpin',
  'compare',
  'openInEditor',
  'insertComment',
  'showOutput',
] as const;
export type PanelAction = (typeof panelActions)[number];
export const isPanelAction = isOneOf(panelActions);

/** The actions for a recorded run. */
const recordActions = ['cancel', 'resume', 'replay', 'runAgain', 'saveAsScript', 'export'] as const;
export type RecordAction = (typeof recordActions)[number];
export const isRecordAction = isOneOf(recordActions);

const isAction = either(isPanelAction, isRecordAction);
export type RunAction = Guarded<typeof isAction>;

/**
 * `value` of run number `n`; `args` of the run that is shown; in that run, `display` and `entry` number `n`, and
 * `input`, `output` and `failure` of call number `n`.
 */
const valueSources = ['value', 'args', 'display', 'entry', 'input', 'output', 'failure'] as const;
const isSource = isObject({ of: isOneOf(valueSources), n: isIndex });
export type Source = Guarded<typeof isSource>;

/** A value that can be shown, or a `note` that says why there is none. */
const isShownValue = isObject({ name: isString }, { source: isSource, note: isString });
export type ShownValue = Guarded<typeof isShownValue>;

const request = { request: isIndex };

/**
 * `value`: the text of a text, the data of a picture, JSON of any other value. `table`: the table as it is shown, as
 * CSV or Markdown depending on the name of the file.
 */
const saveFormats = ['value', 'table'] as const;

export const isFromPage = isTagged('type', {
  ready: isObject({}),
  action: isObject({ action: isAction }),
  /** Shows another of the runs that the head lists. */
  show: isObject({ run: isIndex }),
  /** Goes to a place in the script's file. */
  line: isObject({ line: isIndex }, { column: isIndex }),
  call: isObject({ ...request, call: isIndex }),
  value: isObject({ ...request, source: isSource, query: isPageQuery }),
  copy: isObject({ source: isSource, query: isCopyQuery }),
  save: isObject(
    { source: isSource, path: isValuePath, ...tableOrder, format: isOneOf(saveFormats) },
    { sort: isSort },
  ),
});
export type FromPage = Guarded<typeof isFromPage>;

/** The meaning of a state, which decides its colour: an error is red, a warning yellow. */
const tones = ['plain', 'good', 'bad', 'warning', 'busy'] as const;
export type Tone = (typeof tones)[number];

const isProblem = isObject({ message: isString }, { hint: isString, line: isIndex, column: isIndex });
export type Problem = Guarded<typeof isProblem>;

const isFact = isObject({ name: isString, text: isString });

/** A run that can be shown. `label`: its time and its end state. */
const isListedRun = isObject({ run: isIndex, label: isString, isPinned: isBoolean });

const isHead = isObject({
  /** Identifies the script or the recorded run, so that the page is found again. */
  page: isString,
  run: isIndex,
  runs: isArrayOf(isListedRun),
  title: isString,
  state: isString,
  tone: isOneOf(tones),
  facts: isArrayOf(isFact),
  /** The actions that are currently available. */
  actions: isArrayOf(isAction),
  errors: isArrayOf(isProblem),
  warnings: isArrayOf(isProblem),
  notes: isArrayOf(isString),
  /** True if there is a result; `noValue` otherwise says why there is none. */
  hasValue: isBoolean,
  noValue: isString,
  hasArgs: isBoolean,
  /** True for the run of a file: its lines are shown in the editor, and its result comes first. */
  isOfFile: isBoolean,
});
export type RunHead = Guarded<typeof isHead>;

/** A block that the script displayed. `text`: the beginning of a text. */
const isDisplay = isObject(
  { kind: isOneOf(['media', 'markdown', 'value']), label: isString },
  { text: isString },
);
export type Display = Guarded<typeof isDisplay>;

export const isToPage = isTagged('type', {
  head: isObject({ head: isHead }),
  /**
   * Another run is shown from now on; earlier messages belong to the previous run. `startedAt`: milliseconds since
   * 1970.
   */
  begin: isObject({ run: isIndex, startedAt: isIndex }),
  /** The lines of the code; absent if the code is not known. */
  code: isObject({}, { lines: isArrayOf(isString) }),
  /** Entries from number `from` on. */
  entries: isObject({ from: isIndex, entries: isArrayOf(isOutputEntry) }),
  /** The parts of the view beside the bars, which arrive in messages of their own. */
  frame: isObject({ frame: isRunFrame }),
  /** Bars of calls that are new or have changed, identified by the number of the call. */
  bars: isObject({ bars: isArrayOf(isCallBar) }),
  displays: isObject({ from: isIndex, displays: isArrayOf(isDisplay) }),
  /** The details of a call: the decision, the times and its values. `problem`: the reason of a failure. */
  call: isObject(
    { ...request, facts: isArrayOf(isFact), values: isArrayOf(isShownValue) },
    { problem: isString },
  ),
  value: isObject({ ...request, answer: isPageAnswer }),
});
export type ToPage = Guarded<typeof isToPage>;
export type SelectedCall = Omit<Extract<ToPage, { readonly type: 'call' }>, 'type' | 'request'>;
