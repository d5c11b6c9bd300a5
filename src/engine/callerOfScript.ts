// What the run of a saved script has from the run that calls it: no more than that has itself.
import type { CatalogSnapshot, CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { JsonObject } from '../base/json.ts';
import type { CallContext, CallReply } from '../sandbox/host/sandboxPort.ts';
import type { Approval } from './approval.ts';
import type { RunAnswers } from './consent/runAnswers.ts';
import type { FlowGuard } from './flow/flowGuard.ts';
import type { ScriptCheck } from './preflight/checkScript.ts';
import type { SavedScripts, ScriptTool } from './preflight/savedScripts.ts';
import type { RunParent } from './runJournal.ts';
import type { CallRecord } from './runOutcome.ts';

/** What the run of a saved script has from the run that calls it. */
export interface CallerOfScript {
  /** Paths of the saved scripts on the way to it and its own, the outermost first. */
  readonly chain: readonly string[];
  readonly snapshot: CatalogSnapshot;
  readonly saved: SavedScripts<ScriptCheck>;
  /** The script itself. */
  readonly tool: ScriptTool;
  /** What was said of a tool in the caller's run; undefined where the user was not asked. */
  readonly approvalOf: (tool: CatalogTool) => Promise<Approval | undefined>;
  /** What the user says, with all runs of the outermost one. */
  readonly answers: RunAnswers;
  readonly budget: CallBudget;
  readonly flows: FlowGuard;
  /** Stops the caller's clock, too. */
  readonly pauseClockWhile: CallContext['pauseClockWhile'];
  /** Which call it is, of which recorded run. */
  readonly parent?: RunParent;
  /** Given what the run has done so far, for when its caller ends first. */
  readonly onRun: (calls: () => readonly CallRecord[]) => void;
}

/** The calls of a script and of the saved scripts that it calls, together. */
export class CallBudget {
  readonly #most: number;
  #made = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Why the next call must not be made; undefined where it may. */
  take(): string | undefined {
    this.#made += 1;
    return this.#made <= this.#most ? undefined : `the script and its saved scripts made ${this.#most} calls (codeMode.limits.calls).`;
  }
}

/** A call of a saved script, for what runs it. */
export interface ScriptCall {
  readonly tool: ScriptTool;
  readonly sequence: number;
  readonly form: 'value' | 'raw';
  readonly input: JsonObject;
  readonly context: CallContext;
  readonly onProgress: (message: string, fraction: number | undefined) => void;
  readonly onForUser: (text: string) => void;
  readonly onRun: CallerOfScript['onRun'];
}

export interface ScriptCalls {
  /** Why the script cannot be called from here, one sentence. */
  problem(tool: ScriptTool): string | undefined;
  /** Rejects only for a bug. */
  call(call: ScriptCall): Promise<CallReply>;
}
