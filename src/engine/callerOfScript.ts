// What the run of a saved script has from the run that calls it: no more than that has itself.
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { CallBudget } from './callBudget.ts';
import type { CallContext } from '../sandbox/host/sandboxPort.ts';
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
  /** What was said of a tool in the caller's run; undefined where the user was not asked. */
  readonly approvalOf: (tool: CatalogTool) => Promise<Approval | undefined>;
  /** What the user says, with all runs of the outermost one. */
  readonly answers: RunAnswers;
  readonly budget: CallBudget;
  readonly flows: FlowGuard;
}

/** The parts that the run of a saved script has from the run that calls it. */
export interface CallerOfScript extends SharedWithScripts {
  /** Paths of the saved scripts on the way to it and its own, the outermost first. */
  readonly chain: readonly string[];
  /** The script itself. */
  readonly tool: ScriptTool;
  /** Stops the caller's clock, too. */
  readonly pauseClockWhile: CallContext['pauseClockWhile'];
  /** Which call it is, of which recorded run. */
  readonly parent?: RunParent;
  /** Given what the run has done so far, for when its caller ends first. */
  readonly onRun: (calls: () => readonly CallRecord[]) => void;
}
