// The messages between the result panel of a script and the extension. Each is guarded where it comes in, on both sides: a result holds what
// servers and scripts wrote, and what a page asks for is done with the rights of the extension.
import {
  isArrayOf,
  isBoolean,
  isIndex,
  isMessage,
  isNumber,
  isObject,
  isOneOf,
  isShortArrayOf,
  isString,
  type Guarded,
} from '../../base/guards.ts';
import { headFields, isFact } from '../base/headMessages.ts';
import { isValuePath, isValueSource, valueReplies, valueRequests } from '../base/valueMessages.ts';
import { callStates, logLevels } from '../../base/callStates.ts';

const resultActions = [
  ...(['stop', 'run', 'replay', 'pin', 'unpin', 'compare', 'openInEditor', 'insertComment', 'openTrace', 'showOutput'] as const),
] as const;
export type ResultAction = (typeof resultActions)[number];

/** `value` of run `n`; `display` `n`, `entry` `n` of the run that is shown; `input`, `output`, `failure` of its call `n`. */
const sources = ['value', 'display', 'entry', 'input', 'output', 'failure'] as const;
const isSource = isValueSource(sources);
export type Source = Guarded<typeof isSource>;

const longestFilter = 1_000;
const isFilter = (value: unknown): value is string => isString(value) && value.length <= longestFilter;
export const isSort = isObject({ column: isIndex, descending: isBoolean });
/** How a table stands. */
export const order = { filter: isFilter };
const place = { source: isSource, path: isValuePath };

/** `value`: JSON, of a text the text, of a picture the picture. `table`: as it stands, CSV or Markdown by the name of the file. */
const saveFormats = ['value', 'table'] as const;

export const isFromResult = isMessage({
  ready: isObject({}),
  action: isObject({ action: isOneOf(resultActions) }),
  /** Shows another of the runs that the head lists. */
  show: isObject({ run: isIndex }),
  /** Goes to a place in the script. */
  line: isObject({ line: isIndex }, { column: isIndex }),
  call: isObject({ request: isIndex, call: isIndex }),
  shape: isObject({ request: isIndex, source: isSource }),
  /** A text, or the beginning of a long one. */
  text: isObject({ request: isIndex, source: isSource }),
  table: isObject({ request: isIndex, ...place, ...order, from: isIndex }, { sort: isSort }),
  media: isObject({ request: isIndex, ...place }),
  copyTable: isObject({ ...place, ...order, format: isOneOf(['csv', 'markdown']) }, { sort: isSort }),
  save: isObject({ ...place, ...order, format: isOneOf(saveFormats) }, { sort: isSort }),
  ...valueRequests(sources),
});
export type FromResult = Guarded<typeof isFromResult>;

/** A run that can be shown. `label`: its time and how it ended. */
const isListedRun = isObject({ run: isIndex, label: isString, isPinned: isBoolean });

/** What the script displayed. `text`: of a text the beginning. */
const isDisplay = isObject({ kind: isOneOf(['media', 'text', 'markdown', 'value']), label: isString }, { text: isString });
export type Display = Guarded<typeof isDisplay>;

const isHead = isObject({
  /** Of the script, by which the panel is found again. */
  script: isString,
  run: isIndex,
  runs: isArrayOf(isListedRun),
  ...headFields(resultActions),
  /** Whether there is a result; else why not. */
  hasValue: isBoolean,
  noValue: isString,
});
export type ResultHead = Guarded<typeof isHead>;

const entryKinds = [...logLevels, 'forUser', 'progress'] as const;
/** `text`: its lines, cut where there are many; `opens`: there is more. `line`: of the script, where it was written. */
const isEntry = isObject({ at: isNumber, kind: isOneOf(entryKinds), text: isString, opens: isBoolean }, { line: isIndex });
export type ConsoleEntry = Guarded<typeof isEntry>;

const shownStates = [...callStates, 'running'] as const;
const isCall = isObject({ call: isIndex, path: isString, state: isOneOf(shownStates), at: isNumber, note: isString }, { ms: isNumber });
export type ShownCall = Guarded<typeof isCall>;

const isShownValue = isObject({ name: isString }, { source: isSource, note: isString });
const isTablePath = isObject({ path: isValuePath, name: isString, rows: isIndex });
const isMediaBlock = isObject({ path: isValuePath, mimeType: isString, characters: isIndex });
const isCell = isObject({ text: isString, kind: isOneOf(['text', 'number', 'boolean', 'null', 'json', 'none']) });
export type Cell = Guarded<typeof isCell>;
const reply = { request: isIndex };

export const isToResult = isMessage({
  head: isObject({ head: isHead }),
  /** Another run is shown now: what came before is not of it. `startedAt`: milliseconds since 1970. */
  begin: isObject({ run: isIndex, startedAt: isIndex }),
  /** Entries from number `from` on. */
  entries: isObject({ from: isIndex, entries: isArrayOf(isEntry) }),
  /** Calls that are new or another; the call's number says which. */
  calls: isObject({ calls: isArrayOf(isCall) }),
  displays: isObject({ from: isIndex, displays: isArrayOf(isDisplay) }),
  call: isObject({ ...reply, facts: isArrayOf(isFact), values: isArrayOf(isShownValue) }, { problem: isString }),
  shape: isObject(
    { ...reply, tables: isArrayOf(isTablePath), media: isArrayOf(isMediaBlock), isMedia: isBoolean },
    { text: isOneOf(['plain', 'markdown']) },
  ),
  text: isObject({ ...reply, text: isString, isWhole: isBoolean }),
  table: isObject({
    ...reply,
    columns: isShortArrayOf(isString, 1_000),
    moreColumns: isIndex,
    all: isIndex,
    total: isIndex,
    rows: isArrayOf(isObject({ index: isIndex, cells: isArrayOf(isCell) })),
  }),
  media: isObject({ ...reply, mimeType: isString, base64: isString }),
  ...valueReplies,
});
export type ToResult = Guarded<typeof isToResult>;
export type TablePage = Extract<ToResult, { readonly type: 'table' }>;
export type Shape = Extract<ToResult, { readonly type: 'shape' }>;
