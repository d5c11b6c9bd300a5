// Declares a run as read from its record. The list, the trace, replay and resumption use these types.
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import type { CallDecision, RunDoor, RunParent, RunStage, RunError } from '../../engine/index.ts';
import type { LogEntry, RunConditions, SandboxLimits, Tick } from '../../sandbox/index.ts';
import type { RecordedValue, RunState } from './runEvent.ts';
import type { CallState } from '../../base/callStates.ts';

/** A recorded value, or the reason why it is not known. */
export type ReadValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: 'omitted' | 'missing' };

export interface RunSummary {
  readonly id: string;
  readonly door: RunDoor;
  readonly name?: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Duration in milliseconds. Absent while the run is in progress, and if its process died. */
  readonly durationMs?: number;
  readonly state: RunState;
  readonly dryRun: boolean;
  readonly debug?: true;
  readonly resumes?: string;
  /** For the run of a saved script: the call that the run answers. */
  readonly parent?: RunParent;
  /** True if lines of the record are lost or cannot be read, so that writes may be missing. */
  readonly notWhole?: true;
  /** Number of calls of tools and features; for a run in progress, the number so far. */
  readonly calls: number;
  readonly failedCalls: number;
  /** Number of calls that were sent to tools that can write. */
  readonly writes: number;
  /**
   * Size of the record on disk in bytes, including the files of its values; without these files while the run is in
   * progress.
   */
  readonly bytes: number;
}

/**
 * A run as its record tells it. Each `at` is in milliseconds since the run began. Values may be in files of their own;
 * `RunStore.value` reads them.
 */
export interface RunRecord extends RunSummary {
  readonly version: string;
  readonly session: string;
  readonly codeHash: string;
  readonly code: RecordedValue;
  readonly args?: RecordedValue;
  /** The stages before and after the run, if it was requested in stages. */
  readonly stages: readonly RunStage[];
  /** Absent if the script was refused before it ran. */
  readonly script?: {
    readonly at: number;
    readonly names: RecordedValue;
    readonly results: Readonly<Record<string, RecordedValue>>;
    readonly limits: SandboxLimits;
    readonly typeCheck: string;
    /** A hash of the definitions of the tools that the script names, as their servers listed them. */
    readonly catalog?: string;
  };
  /** Absent if the script never started. */
  readonly conditions?: RunConditions;
  readonly ticks: readonly { readonly at: number; readonly tick: Tick }[];
  /** Calls in the order in which the script made them. */
  readonly callList: readonly RecordedCall[];
  readonly output: readonly RecordedOutput[];
  /** Periods in which the user was asked. */
  readonly questions: readonly {
    readonly from: number;
    readonly to: number | undefined;
    readonly call?: number;
  }[];
  readonly value?: RecordedValue;
  readonly errors: readonly RunError[];
  readonly warnings: readonly RunError[];
  readonly notes: readonly string[];
  readonly tokens?: { readonly code: number; readonly result: number };
}

export interface RecordedCall {
  readonly call: number;
  readonly target: 'tool' | 'feature' | 'codemode';
  /** Name of the server in the script; `codemode` for the functions of Code Mode itself. */
  readonly server: string;
  readonly name: string;
  readonly form?: 'value' | 'raw';
  /** The name of the tool in the script: `tools.<server>.<tool>`. */
  readonly path: string;
  readonly writes: boolean;
  readonly isUndeclared?: true;
  readonly input?: RecordedValue;
  readonly madeAt: number;
  readonly decision?: CallDecision;
  /** Absent if the call was not sent to its server. */
  readonly sentAt?: number;
  /** Absent if the run or its process ended before the answer. */
  readonly answeredAt?: number;
  /** For a call without an answer at the end of its run: the time that the call had waited, in milliseconds. */
  readonly waitedMs?: number;
  /** `unknown` if the call was sent and has no answer; `not_called` if it was not sent and has no answer. */
  readonly state: CallState;
  readonly output?: RecordedValue;
  /** `RunStore.value` reads `failure`, which may hold the `content` of the failed result. */
  readonly error?: {
    readonly code: CallFailure['code'];
    readonly message: string;
    readonly failure: RecordedValue;
  };
  readonly progress: readonly { readonly at: number; readonly message: string; readonly fraction?: number }[];
}

export type RecordedOutput =
  | ({ readonly kind: 'log'; readonly at: number; readonly text: RecordedValue } & Omit<LogEntry, 'text'>)
  | { readonly kind: 'display'; readonly at: number; readonly block: RecordedValue }
  | { readonly kind: 'forUser'; readonly at: number; readonly path: string; readonly text: RecordedValue }
  | { readonly kind: 'progress'; readonly at: number; readonly message: string; readonly fraction?: number };
