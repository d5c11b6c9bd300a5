// The messages between the page about a run and the extension. Each is guarded where it comes in, on both sides: a run holds what servers and
// scripts wrote, and what a page asks for is done with the rights of the extension.
import {
  either,
  isArrayOf,
  isBoolean,
  isIndex,
  isMessage,
  isObject,
  isOneOf,
  isShortArrayOf,
  isString,
  type Guarded,
} from '../../base/guards.ts';
import { isCallBar, isOutputEntry, isRunFrame } from '../../runs/runView.ts';
import { isShownValue, isSource, isValuePath, valueReplies, valueRequests } from '../base/valueMessages.ts';

/** The actions for a run of a script's panel. */
const panelActions = ['stop', 'run', 'replay', 'pin', 'unpin', 'compare', 'openInEditor', 'insertComment', 'showOutput'] as const;
export type PanelAction = (typeof panelActions)[number];
export const isPanelAction = isOneOf(panelActions);

/** The actions for a recorded run. */
const recordActions = ['cancel', 'resume', 'replay', 'runAgain', 'saveAsScript', 'export'] as const;
export type RecordAction = (typeof recordActions)[number];
export const isRecordAction = isOneOf(recordActions);

const isAction = either(isPanelAction, isRecordAction);
export type RunAction = Guarded<typeof isAction>;

const longestFilter = 1_000;
const isFilter = (value: unknown): value is string => isString(value) && value.length <= longestFilter;
export const isSort = isObject({ column: isIndex, descending: isBoolean });
/** How a table stands. */
export const order = { filter: isFilter };
const place = { source: isSource, path: isValuePath };
const request = { request: isIndex };

/** `value`: JSON, of a text the text, of a picture the picture. `table`: as it stands, CSV or Markdown by the name of the file. */
const saveFormats = ['value', 'table'] as const;

export const isFromPage = isMessage({
  ready: isObject({}),
  action: isObject({ action: isAction }),
  /** Shows another of the runs that the head lists. */
  show: isObject({ run: isIndex }),
  /** Goes to a place in the script's file. */
  line: isObject({ line: isIndex }, { column: isIndex }),
  call: isObject({ ...request, call: isIndex }),
  shape: isObject({ ...request, source: isSource }),
  /** A text, or the beginning of a long one. */
  text: isObject({ ...request, source: isSource }),
  table: isObject({ ...request, ...place, ...order, from: isIndex }, { sort: isSort }),
  media: isObject({ ...request, ...place }),
  copyTable: isObject({ ...place, ...order, format: isOneOf(['csv', 'markdown']) }, { sort: isSort }),
  save: isObject({ ...place, ...order, format: isOneOf(saveFormats) }, { sort: isSort }),
  ...valueRequests,
});
export type FromPage = Guarded<typeof isFromPage>;

/** How something is meant: an error is red, a warning yellow. */
const tones = ['plain', 'good', 'bad', 'warning', 'busy'] as const;
export type Tone = (typeof tones)[number];

const isProblem = isObject({ message: isString }, { hint: isString, line: isIndex, column: isIndex });
export type Problem = Guarded<typeof isProblem>;

const isFact = isObject({ name: isString, text: isString });
export type Fact = Guarded<typeof isFact>;

/** A run that can be shown. `label`: its time and how it ended. */
const isListedRun = isObject({ run: isIndex, label: isString, isPinned: isBoolean });

const isHead = isObject({
  /** The script or the recorded run, by which the page is found again. */
  page: isString,
  run: isIndex,
  runs: isArrayOf(isListedRun),
  title: isString,
  state: isString,
  tone: isOneOf(tones),
  facts: isArrayOf(isFact),
  /** The actions that can be used now. */
  actions: isArrayOf(isAction),
  errors: isArrayOf(isProblem),
  warnings: isArrayOf(isProblem),
  notes: isArrayOf(isString),
  /** True if there is a result; else why there is none. */
  hasValue: isBoolean,
  noValue: isString,
  hasArgs: isBoolean,
  /** True for a file's run: its lines are shown in the editor, and its result comes first. */
  isOfFile: isBoolean,
});
export type RunHead = Guarded<typeof isHead>;

/** A block that the script displayed. `text`: the beginning of a text. */
const isDisplay = isObject({ kind: isOneOf(['media', 'text', 'markdown', 'value']), label: isString }, { text: isString });
export type Display = Guarded<typeof isDisplay>;

const isTablePath = isObject({ path: isValuePath, name: isString, rows: isIndex });
const isMediaBlock = isObject({ path: isValuePath, mimeType: isString, characters: isIndex });
const isCell = isObject({ text: isString, kind: isOneOf(['text', 'number', 'boolean', 'null', 'json', 'none']) });
export type Cell = Guarded<typeof isCell>;

export const isToPage = isMessage({
  head: isObject({ head: isHead }),
  /** Another run is shown now: what came before is not of it. `startedAt`: milliseconds since 1970. */
  begin: isObject({ run: isIndex, startedAt: isIndex }),
  /** Its lines, where the code is known. */
  code: isObject({}, { lines: isArrayOf(isString) }),
  /** Entries from number `from` on. */
  entries: isObject({ from: isIndex, entries: isArrayOf(isOutputEntry) }),
  /** The parts of the view beside the bars, which come in pieces. */
  frame: isObject({ frame: isRunFrame }),
  /** Calls that are new or another; the call's number says which. */
  bars: isObject({ bars: isArrayOf(isCallBar) }),
  displays: isObject({ from: isIndex, displays: isArrayOf(isDisplay) }),
  /** The facts about the call: what allowed it, how long it took, its values; `problem`: why it failed. */
  call: isObject({ ...request, facts: isArrayOf(isFact), values: isArrayOf(isShownValue) }, { problem: isString }),
  shape: isObject(
    { ...request, tables: isArrayOf(isTablePath), media: isArrayOf(isMediaBlock), isMedia: isBoolean },
    { text: isOneOf(['plain', 'markdown']) },
  ),
  text: isObject({ ...request, text: isString, isWhole: isBoolean }),
  table: isObject({
    ...request,
    columns: isShortArrayOf(isString, 1_000),
    moreColumns: isIndex,
    all: isIndex,
    total: isIndex,
    rows: isArrayOf(isObject({ index: isIndex, cells: isArrayOf(isCell) })),
  }),
  media: isObject({ ...request, mimeType: isString, base64: isString }),
  ...valueReplies,
});
export type ToPage = Guarded<typeof isToPage>;
export type TablePage = Extract<ToPage, { readonly type: 'table' }>;
export type Shape = Extract<ToPage, { readonly type: 'shape' }>;
export type SelectedCall = Omit<Extract<ToPage, { readonly type: 'call' }>, 'type' | 'request'>;
