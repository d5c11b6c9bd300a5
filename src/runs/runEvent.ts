// One line of a run's record. A record is a file of such lines, JSON each, in the order in which things happened; cut off anywhere, what
// stands before the cut holds. Fields are short, since a run may have thousands of lines.
import type { CallDecision, RunDoor, RunStage } from '../engine/runJournal.ts';
import type { CallRecord, RunError } from '../engine/runOutcome.ts';
import type { CallFailure } from '../catalog/callFailure.ts';
import type { JsonValue } from '../base/json.ts';
import type { LogEntry, RunConditions, SandboxLimits, TickSpans } from '../sandbox/host/sandboxPort.ts';

export const recordFormat = 1;

/**
 * A value of the run: in the line itself; in a file of its own, by its `valueName`, where it is long; or left out, with its length in bytes
 * alone, where only metadata is recorded. `redacted`: something in it is hidden, so that it is not the value that the run had.
 */
export type RecordedValue =
  | { readonly v: JsonValue; readonly redacted?: true }
  | { readonly file: string; readonly bytes: number; readonly redacted?: true }
  | { readonly bytes: number };

export interface RecordedDecision extends CallDecision {
  /** `tools.<server>.<tool>` */
  readonly path: string;
  readonly writes: boolean;
  /** `CallRecord.isUndeclared` */
  readonly isUndeclared?: true;
}

export interface UndecidedCall {
  readonly call: number;
  readonly path: string;
  readonly writes: boolean;
  /** `CallRecord.isUndeclared` */
  readonly isUndeclared?: true;
  /** Present where it had no answer: for how long when the run ended. */
  readonly waitedMs?: number;
}

/** `at`: milliseconds since the run began, waiting for servers and people included. `call`: its number in the run, from 1. */
export type RunEvent =
  | {
      readonly t: 'begin';
      /** 0 where lines after it were lost, so that writes may be missing; it is written over the 1 in the file. Absent counts as 1. */
      readonly whole?: 0 | 1;
      readonly format: typeof recordFormat;
      readonly id: string;
      readonly door: RunDoor;
      readonly name?: string;
      /** The first comment of the code, or its first line; for people. Empty where only metadata is recorded. */
      readonly title: string;
      readonly code: RecordedValue;
      /** SHA-256 of the code as it is recorded. */
      readonly codeHash: string;
      readonly args?: RecordedValue;
      readonly session: string;
      readonly dryRun?: true;
      /** A debugger was attached. */
      readonly debug?: true;
      readonly resumes?: string;
      /** `parentText`: the call that a saved script answers. */
      readonly parent?: string;
      /** What led to it, where it was asked for in stages; without texts where only metadata is recorded. */
      readonly stages?: readonly RunStage[];
      /** Milliseconds since 1970. */
      readonly startedAt: number;
      /** Of Code Mode. */
      readonly version: string;
      /** The process that writes the record, and the machine it is on: a record without an end is of a run that is on while it lives. */
      readonly pid: number;
      readonly host: string;
      /** `birthOf` that process. */
      readonly born?: string;
    }
  | {
      readonly t: 'script';
      readonly at: number;
      readonly names: RecordedValue;
      readonly results?: Readonly<Record<string, RecordedValue>>;
      readonly limits: SandboxLimits;
      readonly typeCheck: string;
      /** `ScriptStart.catalog` */
      readonly catalog?: string;
    }
  | { readonly t: 'conditions'; readonly at: number; readonly conditions: RunConditions }
  | { readonly t: 'tick'; readonly at: number; readonly tick: TickSpans }
  | {
      readonly t: 'call';
      readonly at: number;
      readonly call: number;
      readonly target: 'tool' | 'feature' | 'codemode';
      /** As the script says it; absent for `codemode`. */
      readonly server?: string;
      /** The tool or the method. */
      readonly name: string;
      readonly form?: 'value' | 'raw';
      /** Absent where the script passed nothing; of `codemode` the list of parameters. */
      readonly input?: RecordedValue;
    }
  | ({ readonly t: 'decided'; readonly at: number; readonly call: number } & RecordedDecision)
  /** The decision is here where the call was sent at once. */
  | { readonly t: 'sent'; readonly at: number; readonly call: number; readonly decided?: RecordedDecision }
  | {
      readonly t: 'answer';
      readonly at: number;
      readonly call: number;
      /** Absent where it finished, and for `codemode`. */
      readonly state?: CallRecord['state'];
      /** Absent where the answer is `undefined`. */
      readonly output?: RecordedValue;
      readonly error?: { readonly code: CallFailure['code']; readonly message: string; readonly failure: RecordedValue };
    }
  | { readonly t: 'progress'; readonly at: number; readonly call?: number; readonly message: string; readonly fraction?: number }
  | ({ readonly t: 'log'; readonly at: number; readonly text: RecordedValue } & Omit<LogEntry, 'text'>)
  | { readonly t: 'display'; readonly at: number; readonly block: RecordedValue }
  | { readonly t: 'forUser'; readonly at: number; readonly path: string; readonly text: RecordedValue }
  | { readonly t: 'asks' | 'asked'; readonly at: number; readonly call?: number }
  /** What was done with the run; after its end. */
  | { readonly t: 'stages'; readonly at: number; readonly stages: readonly RunStage[] }
  | {
      readonly t: 'end';
      readonly at: number;
      readonly state: RunEndState;
      /** Absent where nothing was returned. */
      readonly value?: RecordedValue;
      readonly errors?: readonly RunError[];
      readonly warnings?: readonly RunError[];
      readonly notes?: readonly string[];
      /** What no line says of calls that were neither decided nor answered. */
      readonly calls?: readonly UndecidedCall[];
      /** Estimates, of the code and of what the model or person was given. */
      readonly tokens?: { readonly code: number; readonly result: number };
    };

/** How a run ended. Two more are not written but found: `running`, and `interrupted` where its process is gone. */
export const runEndStates = ['done', 'failed', 'cancelled', 'denied'] as const;
export type RunEndState = (typeof runEndStates)[number];
export type RunState = RunEndState | 'running' | 'interrupted';
