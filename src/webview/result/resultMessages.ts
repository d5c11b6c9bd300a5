// The messages between the result panel of a script and the extension. Each is guarded where it comes in, on both sides: a result holds what
// servers and scripts wrote, and what a page asks for is done with the rights of the extension.
import { isArrayOf, isBoolean, isIndex, isMessage, isObject, isOneOf, isShortArrayOf, isString, type Guarded } from '../../base/guards.ts';
import { isCallBar, isShownTool } from '../../runs/runView.ts';
import { headFields, runReplies, runRequests } from '../base/runMessages.ts';
import { isSource, isValuePath } from '../base/valueMessages.ts';

const resultActions = [
  'stop',
  'run',
  'replay',
  'pin',
  'unpin',
  'compare',
  'openInEditor',
  'insertComment',
  'openTrace',
  'showOutput',
] as const;
export type ResultAction = (typeof resultActions)[number];

const longestFilter = 1_000;
const isFilter = (value: unknown): value is string => isString(value) && value.length <= longestFilter;
export const isSort = isObject({ column: isIndex, descending: isBoolean });
/** How a table stands. */
export const order = { filter: isFilter };
const place = { source: isSource, path: isValuePath };

/** `value`: JSON, of a text the text, of a picture the picture. `table`: as it stands, CSV or Markdown by the name of the file. */
const saveFormats = ['value', 'table'] as const;

export const isFromResult = isMessage({
  action: isObject({ action: isOneOf(resultActions) }),
  /** Shows another of the runs that the head lists. */
  show: isObject({ run: isIndex }),
  /** Goes to a place in the script. */
  line: isObject({ line: isIndex }, { column: isIndex }),
  shape: isObject({ request: isIndex, source: isSource }),
  /** A text, or the beginning of a long one. */
  text: isObject({ request: isIndex, source: isSource }),
  table: isObject({ request: isIndex, ...place, ...order, from: isIndex }, { sort: isSort }),
  media: isObject({ request: isIndex, ...place }),
  copyTable: isObject({ ...place, ...order, format: isOneOf(['csv', 'markdown']) }, { sort: isSort }),
  save: isObject({ ...place, ...order, format: isOneOf(saveFormats) }, { sort: isSort }),
  ...runRequests,
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

const isTablePath = isObject({ path: isValuePath, name: isString, rows: isIndex });
const isMediaBlock = isObject({ path: isValuePath, mimeType: isString, characters: isIndex });
const isCell = isObject({ text: isString, kind: isOneOf(['text', 'number', 'boolean', 'null', 'json', 'none']) });
export type Cell = Guarded<typeof isCell>;
const reply = { request: isIndex };

export const isToResult = isMessage({
  head: isObject({ head: isHead }),
  /** Another run is shown now: what came before is not of it. `startedAt`: milliseconds since 1970. */
  begin: isObject({ run: isIndex, startedAt: isIndex }),
  /** All tools that were called. */
  tools: isObject({ tools: isArrayOf(isShownTool) }),
  /** Calls that are new or another; the call's number says which. */
  bars: isObject({ bars: isArrayOf(isCallBar) }),
  displays: isObject({ from: isIndex, displays: isArrayOf(isDisplay) }),
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
  ...runReplies,
});
export type ToResult = Guarded<typeof isToResult>;
export type TablePage = Extract<ToResult, { readonly type: 'table' }>;
export type Shape = Extract<ToResult, { readonly type: 'shape' }>;
