// The state that the page about a run keeps while it is hidden, when VS Code throws it away, and over a reload of the window. Pure, and guarded when it comes
// back.
import { isIndex, isNumber, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';
import { isValuePath } from '../base/valueMessages.ts';
import { isSort, order } from './runMessages.ts';

const views = ['tree', 'table', 'markdown', 'text'] as const;
export type View = (typeof views)[number];

export const tabs = ['result', 'displayed', 'calls', 'code', 'console'] as const;
export type Tab = (typeof tabs)[number];
export const isTab = isOneOf(tabs);

/** How the list at `path` of a result stands. */
const isKeptTable = isObject({ path: isValuePath, ...order }, { sort: isSort });
export type KeptTable = Guarded<typeof isKeptTable>;

/** `tab`: that the user chose. `startedAt`: of the run, by which it is known. */
const isShown = isObject({ startedAt: isIndex }, { tab: isTab, table: isKeptTable });

/** `page`: by it the extension knows what to show. `view`: that the user chose, also for other runs. `width`: of the calls, in percent. */
export const isKeptPage = isObject({ page: isString }, { view: isOneOf(views), width: isNumber, shown: isShown });
export type KeptPage = Guarded<typeof isKeptPage>;

/** The state for when the run that began then is shown. */
export function forRun(kept: KeptPage, startedAt: number): KeptPage & Required<Pick<KeptPage, 'shown'>> {
  return { ...kept, shown: kept.shown?.startedAt === startedAt ? kept.shown : { startedAt } };
}
