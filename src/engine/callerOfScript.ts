// The data that the run of a saved script receives from the run that calls it: no more than its caller has.
import type { CatalogSnapshot, CatalogTool } from '../catalog/index.ts';
import type { CallContext } from '../sandbox/index.ts';
import type { CallBudget } from './calls/callBudget.ts';
import type { Approval } from './consent/approval.ts';
import type { RunAnswers } from './consent/runAnswers.ts';
import type { FlowGuard } from './flow/flowGuard.ts';
import type { ScriptCheck } from './preflight/checkScript.ts';
import type { SavedScripts, ScriptTool } from './preflight/savedScripts.ts';
import type { RunParent } from './runJournal.ts';
import type { CallRecord } from './runOutcome.ts';

/** The parts that a run shares with the saved scripts that it calls. */
export interface SharedWithScripts {
  readonly snapshot: CatalogSnapshot;
  readonly saved: SavedScripts<ScriptCheck>;
  /** The approval of a tool in the caller's run; undefined if the user was not asked. */
  readonly approvalOf: (tool: CatalogTool) => Promise<Approval | undefined>;
  /** The answers of the user, shared by all runs of the outermost run. */
  readonly answers: RunAnswers;
  readonly budget: CallBudget;
  readonly flows: FlowGuard;
}

export interface CallerOfScript extends SharedWithScripts {
  /** Paths of the saved scripts that are running, outermost first, including this one. */
  readonly chain: readonly string[];
  /** The saved script that this run executes. */
  readonly tool: ScriptTool;
  /** Also stops the clock of the caller. */
  readonly pauseClockWhile: CallContext['pauseClockWhile'];
  /** The recorded run and the number of the call that started this run; absent if the caller is not recorded. */
  readonly parent?: RunParent;
  /** Called with a function that returns the calls of this run so far, for a caller that ends first. */
  readonly onRun: (calls: () => readonly CallRecord[]) => void;
}
