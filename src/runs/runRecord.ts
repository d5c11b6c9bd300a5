// A run as its record tells it, put together: what the list, the trace, replay and resumption read.
import type { JsonValue } from '../base/json.ts';
import type { CallFailure } from '../catalog/callFailure.ts';
import type { CallDecision, RunDoor, RunParent, RunStage } from '../engine/runJournal.ts';
import type { RunError } from '../engine/runOutcome.ts';
import type { LogEntry, RunConditions, SandboxLimits, Tick } from '../sandbox/host/sandboxPort.ts';
import type { RecordedValue, RunState } from './runEvent.ts';
import type { CallState } from '../base/callStates.ts';

/** What a recorded value is, or why it is not known. */
export type ReadValue = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly reason: 'omitted' | 'missing' };

/** A line of the list of runs. */
export interface RunSummary {
  readonly id: string;
  readonly door: RunDoor;
  readonly name?: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Absent while it runs, and where its process died. */
  readonly durationMs?: number;
  readonly state: RunState;
  readonly dryRun: boolean;
  /** A debugger was attached. */
  readonly debug?: true;
  readonly resumes?: string;
  /** Of a saved script: the call that it answers. */
  readonly parent?: RunParent;
  /** Lines of it were lost or cannot be read: writes may be missing. */
  readonly notWhole?: true;
  /** Calls of tools and features; of a run that is on, those so far. */
  readonly calls: number;
  readonly failedCalls: number;
  /** Calls sent to tools that can write. */
  readonly writes: number;
  /** The size of the record on disk, with values in files of their own; without them while the run is on. */
  readonly bytes: number;
}

/** `at`s are milliseconds since the run began. Values may be in files of their own: `RunStore.value` reads them. */
export interface RunRecord extends RunSummary {
  readonly version: string;
  readonly session: string;
  readonly codeHash: string;
  readonly code: RecordedValue;
  readonly args?: RecordedValue;
  /** What led to it and what was made of it, where it was asked for in stages. */
  readonly stages: readonly RunStage[];
  /** Absent where the script was refused before it ran. */
  readonly script?: {
    readonly at: number;
    readonly names: RecordedValue;
    readonly results: Readonly<Record<string, RecordedValue>>;
    readonly limits: SandboxLimits;
    readonly typeCheck: string;
    /** A hash of the tools that the script names, as their servers listed them. */
    readonly catalog?: string;
  };
  /** Absent where the script never started. */
  readonly conditions?: RunConditions;
  readonly ticks: readonly { readonly at: number; readonly tick: Tick }[];
  /** In the order in which the script made them. */
  readonly callList: readonly RecordedCall[];
  readonly output: readonly RecordedOutput[];
  /** Times in which the user was asked. */
  readonly questions: readonly { readonly from: number; readonly to: number | undefined; readonly call?: number }[];
  readonly value?: RecordedValue;
  readonly errors: readonly RunError[];
  readonly warnings: readonly RunError[];
  readonly notes: readonly string[];
  readonly tokens?: { readonly code: number; readonly result: number };
}

export interface RecordedCall {
  readonly call: number;
  readonly target: 'tool' | 'feature' | 'codemode';
  /** As the script says it; `codemode` for its own. */
  readonly server: string;
  readonly name: string;
  readonly form?: 'value' | 'raw';
  /** `tools.<server>.<tool>` */
  readonly path: string;
  readonly writes: boolean;
  /** `CallRecord.isUndeclared` */
  readonly isUndeclared?: true;
  readonly input?: RecordedValue;
  readonly madeAt: number;
  readonly decision?: CallDecision;
  /** Absent where it was not sent to its server. */
  readonly sentAt?: number;
  /** Absent where the run, or its process, ended before. */
  readonly answeredAt?: number;
  /** Of a call without an answer when its run ended: for how long it had waited. */
  readonly waitedMs?: number;
  /** `unknown` where it was sent and has no answer; `not_called` where it has neither. */
  readonly state: CallState;
  readonly output?: RecordedValue;
  /** With `RunStore.value` of `content`. */
  readonly error?: { readonly code: CallFailure['code']; readonly message: string; readonly failure: RecordedValue };
  readonly progress: readonly { readonly at: number; readonly message: string; readonly fraction?: number }[];
}

export type RecordedOutput =
  | ({ readonly kind: 'log'; readonly at: number; readonly text: RecordedValue } & Omit<LogEntry, 'text'>)
  | { readonly kind: 'display'; readonly at: number; readonly block: RecordedValue }
  | { readonly kind: 'forUser'; readonly at: number; readonly path: string; readonly text: RecordedValue }
  | { readonly kind: 'progress'; readonly at: number; readonly message: string; readonly fraction?: number };
