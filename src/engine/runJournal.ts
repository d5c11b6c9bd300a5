// Writes down what a run does, as it happens: a port, so that the engine knows neither files nor settings. What an implementation cannot
// keep costs the run nothing; it never throws, and the run waits for it only before a call that can write.
import type { JsonObject } from '../base/json.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { CallTrace } from '../catalog/toolSource.ts';
import type { CallReply, GuestCall, LogEntry, RunConditions, SandboxLimits, Tick } from '../sandbox/host/sandboxPort.ts';
import type { CalledTool, CallRecord, RunOutcome } from './runOutcome.ts';

/** Where runs come from. */
export const runDoors = ['chat', 'script', 'terminal', 'serve', 'provider'] as const;
export type RunDoor = (typeof runDoors)[number];

/** What a front door says of a run. */
export interface RunOrigin {
  readonly door: RunDoor;
  /** Of the request that asked for it (W3C Trace Context), as it came. */
  readonly traceparent?: unknown;
  /** For people: the script's path in the workspace, the name of an MCP client or a model. */
  readonly name?: string;
}

/** What was done on the way to a script that is run for a request in stages. */
export interface RunStage {
  readonly stage: (typeof runStages)[number];
  /** What came of it: the chosen tools and why, how the script was written, why it was refused; for people. */
  readonly text: string;
  readonly ms: number;
  /** To the model. */
  readonly requests: number;
  /** Tokens of them and of their answers, estimated. */
  readonly sent: number;
  readonly received: number;
}

export const runStages = ['select', 'write', 'run', 'call', 'interpret', 'answer'] as const;

export interface RunParent {
  readonly run: string;
  /** Its number there. */
  readonly call: number;
}

/** A run as it begins, before anything of it is read. */
export interface RunStart {
  readonly origin: RunOrigin;
  /** `ExecuteRequest.session` */
  readonly session: string;
  readonly code: string;
  /** Names the run in place of what its code says of itself. It is neither cut nor redacted. */
  readonly title?: string;
  readonly args: JsonObject | undefined;
  readonly dryRun: boolean;
  /** A debugger was attached. */
  readonly debug?: true;
  /** The run that this one goes on with. */
  readonly resumes?: string;
  /** Of a saved script: which call it is, of which run. */
  readonly parent?: RunParent;
  /** What led to it, where it was asked for in stages. */
  readonly stages?: readonly RunStage[];
}

/** What the script finds when it starts: with the turns and the answers, all that it takes to run it again. */
export interface ScriptStart {
  /** Namespace -> callable names, as `SandboxScript.names`. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly results: JsonObject;
  readonly limits: SandboxLimits;
  readonly typeCheck: string;
  /** A hash of the tools that it names, as their servers list them; absent where it names none. */
  readonly catalog?: string;
}

export const decisionSources = ['readOnly', 'rule', 'user', 'consent', 'option', 'unavailable', 'dryRun', 'record', 'client'] as const;

/** What let a call pass, or stopped it; calls of tools have one, but those whose names or input are wrong. */
export interface CallDecision {
  readonly allowed: boolean;
  /**
   * `readOnly`: nothing has to allow it. `rule`: an approval rule. `user`: the user's answer in this run. `consent`: what they allowed before.
   * `client`: who has the tools makes the call, and asks where it does. `option`: `--allow-writes`. `unavailable`: no user could be asked. `dryRun`: it is not sent. `record`: the answer comes from the run that
   * this one goes on with.
   */
  readonly by: (typeof decisionSources)[number];
  /** Which rule, consent or refusal; one sentence without a value of the script. */
  readonly detail?: string;
}

export interface RunJournal {
  /** undefined where nothing is recorded. */
  begin(run: RunStart): RunRecorder | undefined;
}

/** The record of one run while it is on. */
export interface RunRecorder {
  /** Of the record, known to people and models. Absent where none is kept: the audit log or telemetry alone hears of the run. */
  readonly id?: string | undefined;
  /** Whether another run can go on from the record: it has values, and everything so far could be written. */
  readonly isResumable?: boolean;
  /** Awaited before anything of the run is prepared. A sentence: why the run must not start. Never rejects. */
  ready?(): Promise<string | undefined>;
  /** Of a call that is about to be sent. */
  trace?(sequence: number): CallTrace | undefined;
  scriptStarted(script: ScriptStart): void;
  /**
   * In the order of the run: before anything else that the script does, and each tick before the calls that it makes. Without `tick` the script runs
   * without the work of counting them.
   */
  conditions?(conditions: RunConditions): void;
  tick?(tick: Tick): void;
  called(call: GuestCall): void;
  decided(sequence: number, tool: CalledTool, decision: CallDecision): void;
  /**
   * The call is about to be sent. Resolves when the record says so on disk, or that it says so no more: at once where the tool only reads. A
   * sentence: why it must not be sent. Never rejects.
   */
  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined;
  /** `record`: of a call of a tool or feature; `codemode` calls have none. */
  answered(sequence: number, reply: CallReply, record: CallRecord | undefined): void;
  log(entry: LogEntry): void;
  display(block: ContentBlock): void;
  progress(message: string, fraction: number | undefined, sequence: number | undefined): void;
  forUser(path: string, text: string): void;
  /** The user is asked, until what this gives is called. */
  asks(sequence: number | undefined): () => void;
  /** Nothing is recorded after it. */
  ended(outcome: RunOutcome): void;
  /**
   * Called after `ended`, before the outcome is given. Settles when those know the end of the run that read its record elsewhere. A sentence: they do
   * not know all of the run. Never rejects.
   */
  saved?(): Promise<string | undefined>;
}
