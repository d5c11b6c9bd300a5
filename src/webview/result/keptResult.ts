// What the page of a result keeps while it is hidden, when VS Code throws it away, and over a reload of the window. Pure, and guarded when it comes back.
import { isIndex, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';
import { isValuePath } from '../base/valueMessages.ts';
import { isSort, order } from './resultMessages.ts';

const views = ['tree', 'table', 'markdown', 'text'] as const;
export type View = (typeof views)[number];

const tabs = ['result', 'displayed', 'console', 'calls'] as const;
export const isTab = isOneOf(tabs);

/** How the list at `path` of a result stands. */
const isKeptTable = isObject({ path: isValuePath, ...order }, { sort: isSort });
export type KeptTable = Guarded<typeof isKeptTable>;

/** `tab`: that the user chose. `startedAt`: of the run, by which it is known. */
const isShown = isObject({ startedAt: isIndex }, { tab: isTab, table: isKeptTable });

/** `script`: by it the extension knows what to show. `view`: that the user chose, also for other runs. */
export const isKeptResult = isObject({ script: isString }, { view: isOneOf(views), shown: isShown });
export type KeptResult = Guarded<typeof isKeptResult>;

/** What holds when the run that began then is shown. */
export function forRun(kept: KeptResult, startedAt: number): KeptResult & Required<Pick<KeptResult, 'shown'>> {
  return { ...kept, shown: kept.shown?.startedAt === startedAt ? kept.shown : { startedAt } };
}
