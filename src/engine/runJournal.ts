// The port through which a run is recorded as it happens; it keeps the engine independent of files and settings. An
// implementation never throws. The run continues if something cannot be recorded, and waits for the record only before
// it starts and before a call that can write.
import type { JsonObject } from '../base/json.ts';
import type { ContentBlock } from '../base/contentBlock.ts';
import type { CallTrace } from '../catalog/index.ts';
import type { CallReply, GuestCall, LogEntry, RunConditions, SandboxLimits, Tick } from '../sandbox/index.ts';
import type { CalledTool, CallRecord, RunOutcome } from './runOutcome.ts';

/** The front doors that start runs. */
export const runDoors = ['chat', 'script', 'terminal', 'serve', 'provider'] as const;
export type RunDoor = (typeof runDoors)[number];

/** The description of a run by its front door. */
export interface RunOrigin {
  readonly door: RunDoor;
  /** Trace context of the request that started the run (W3C Trace Context), unchecked. */
  readonly traceparent?: unknown;
  /** Name for people: the path of the script in the workspace, or the name of an MCP client or a model. */
  readonly name?: string;
}

/** One stage of a request in stages that led to the script. */
export interface RunStage {
  readonly stage: (typeof runStages)[number];
  /** For people: the chosen tools and the reason, how the script was written, or why it was refused. */
  readonly text: string;
  readonly ms: number;
  /** Number of requests to the model. */
  readonly requests: number;
  /** Estimated tokens of these requests (`sent`) and of their answers (`received`). */
  readonly sent: number;
  readonly received: number;
}

export const runStages = ['select', 'write', 'run', 'call', 'interpret', 'answer'] as const;

export interface RunParent {
  readonly run: string;
  /** Number of the call in that run. */
  readonly call: number;
}

/** A run when it begins, before its code is read. */
export interface RunStart {
  readonly origin: RunOrigin;
  /** The value of `ExecuteRequest.session`. */
  readonly session: string;
  readonly code: string;
  /** Names the run in place of what its code says of itself. It is neither cut nor redacted. */
  readonly title?: string;
  readonly args: JsonObject | undefined;
  readonly dryRun: boolean;
  /** True if a debugger was attached. */
  readonly debug?: true;
  /** Id of the run that this run resumes. */
  readonly resumes?: string;
  /** The run and the call that started this run of a saved script. */
  readonly parent?: RunParent;
  /** The stages that led to the run, if it was requested in stages. */
  readonly stages?: readonly RunStage[];
}

/** The state that the script sees when it starts. With the ticks and the answers, the script can be run again. */
export interface ScriptStart {
  /** Callable names by namespace, as in `SandboxScript.names`. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly results: JsonObject;
  readonly limits: SandboxLimits;
  readonly typeCheck: string;
  /** Hash of the tools that the script names, as their servers list them; absent if it names none. */
  readonly catalog?: string;
}

export const decisionSources = [
  'readOnly',
  'rule',
  'user',
  'consent',
  'option',
  'unavailable',
  'dryRun',
  'record',
  'client',
] as const;

/** Why a call was allowed or stopped. Every call of a tool has a decision, except calls with wrong names or inputs. */
export interface CallDecision {
  readonly allowed: boolean;
  /**
   * `readOnly`: the tool only reads and needs no approval. `rule`: an approval rule. `user`: the user answered in this
   * run. `consent`: the user allowed it earlier. `client`: the client makes the call, and asks if it wants to.
   * `option`: `--allow-writes`. `unavailable`: no user could be asked. `dryRun`: a dry run does not send the call.
   * `record`: the answer comes from the run that this run resumes.
   */
  readonly by: (typeof decisionSources)[number];
  /** The rule, consent or refusal that decided, as one sentence without values of the script. */
  readonly detail?: string;
}

export interface RunJournal {
  /** Begins the record of a run; returns undefined if runs are not recorded. */
  begin(run: RunStart): RunRecorder | undefined;
}

/** The record of one run while it is running. */
export interface RunRecorder {
  /** Id of the record, known to people and models. Absent if only the audit log or telemetry receives the run. */
  readonly id?: string | undefined;
  /** True if another run can resume from the record: it contains values, and everything so far was written. */
  readonly isResumable?: boolean;
  /** Awaited before the run is prepared. Resolves to a sentence on why it must not start, if so. Never rejects. */
  ready?(): Promise<string | undefined>;
  /** Returns the trace of a call that is about to be sent. */
  trace?(sequence: number): CallTrace | undefined;
  scriptStarted(script: ScriptStart): void;
  /**
   * Called in the order of the run: `conditions` before all other events of the script, and `tick` before the calls of
   * that tick. Without `tick`, the script runs without the cost of counting ticks.
   */
  conditions?(conditions: RunConditions): void;
  tick?(tick: Tick): void;
  called(call: GuestCall): void;
  decided(sequence: number, tool: CalledTool, decision: CallDecision): void;
  /**
   * Called when a call is about to be sent. Resolves when the record is on disk or can no longer be written;
   * immediately if the tool only reads. Resolves to a sentence that says why the call must not be sent; undefined if it
   * may. Never rejects.
   */
  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined;
  /** `record` describes a call of a tool or feature; undefined for calls of `codemode`. */
  answered(sequence: number, reply: CallReply, record: CallRecord | undefined): void;
  log(entry: LogEntry): void;
  display(block: ContentBlock): void;
  progress(message: string, fraction: number | undefined, sequence: number | undefined): void;
  forUser(path: string, text: string): void;
  /** Called when the user is asked; the returned function is called when the user has answered. */
  asks(sequence: number | undefined): () => void;
  /** Called last; nothing is recorded afterwards. */
  ended(outcome: RunOutcome): void;
  /**
   * Called after `ended`, before the outcome is returned. Resolves when processes elsewhere that read the record know
   * the end of the run. Resolves to a sentence that says they do not know all of the run; undefined if they do. Never
   * rejects.
   */
  saved?(): Promise<string | undefined>;
}
