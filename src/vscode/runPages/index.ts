// The public names of this room. Other rooms import them from here alone.
export { usableActions } from './pageTexts.ts';
export { RecordPanels } from './recordPanels.ts';
export { ScriptPanels } from './scriptPanels.ts';
export type { RunOf } from './shownRun.ts';
