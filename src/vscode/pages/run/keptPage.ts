// The state that the page about a run keeps while the page is hidden, since VS Code then discards it, and over a reload
// of the window. The functions are pure, and restored state is guarded.
import { isIndex, isNumber, isObject, isOneOf, isString, type Guarded } from '../../../base/guards.ts';
import { isSort, isValuePath, tableOrder } from '../../../journal/values/valueView.ts';

const views = ['tree', 'table', 'markdown', 'text'] as const;
export type View = (typeof views)[number];

const tabs = ['result', 'displayed', 'calls', 'code', 'console'] as const;
export const isTab = isOneOf(tabs);

/** Filter and order of the list at `path` of a result. */
const isKeptTable = isObject({ path: isValuePath, ...tableOrder }, { sort: isSort });
export type KeptTable = Guarded<typeof isKeptTable>;

/** `tab`: the tab that the user chose. `startedAt`: the start of the run, which identifies the run. */
const isShown = isObject({ startedAt: isIndex }, { tab: isTab, table: isKeptTable });

/**
 * `page`: tells the extension which page to show. `view`: the view that the user chose; it also applies to other runs.
 * `width`: width of the calls, in percent.
 */
export const isKeptPage = isObject(
  { page: isString },
  { view: isOneOf(views), width: isNumber, shown: isShown },
);
export type KeptPage = Guarded<typeof isKeptPage>;

/** Returns the state for the run that began at `startedAt`. */
export function forRun(kept: KeptPage, startedAt: number): KeptPage & Required<Pick<KeptPage, 'shown'>> {
  return { ...kept, shown: kept.shown?.startedAt === startedAt ? kept.shown : { startedAt } };
}
