// Declares a run as read from its record. The list, the trace, replay and resumption use these types.
import {
  isBoolean,
  isIndex,
  isNumber,
  isObject,
  isOneOf,
  isString,
  type Guarded,
} from '../../base/guards.ts';
import type { JsonValue } from '../../base/json.ts';
import { runDoors, type CallDecision, type RunStage, type RunError } from '../../engine/index.ts';
import type { LogEntry, RunConditions, Tick } from '../../sandbox/index.ts';
import { isStartTime, runEndStates, type EventOf, type RecordedValue, type RunState } from './runEvent.ts';
import { isRunId } from './runId.ts';
import type { CallState } from '../../base/callStates.ts';

/** A result, or a sentence that says what failed and what to do. */
export type Found<Value> = Value | { readonly problem: string };

/** A recorded value, or the reason why it is not known. */
export type ReadValue =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly reason: 'omitted' | 'missing' };

/** `read` returns the long value of that name; undefined if it is missing or damaged. */
export async function readValue(
  recorded: RecordedValue,
  read: (name: string) => Promise<{ readonly value: JsonValue } | undefined>,
): Promise<ReadValue> {
  if ('v' in recorded) return { ok: true, value: recorded.v };
  if (!('file' in recorded)) return { ok: false, reason: 'omitted' };
  const found = await read(recorded.file);
  return found ? { ok: true, ...found } : { ok: false, reason: 'missing' };
}

/** Accepts the summary of a run that is over. */
export const isRunSummary = isObject(
  {
    id: isRunId,
    door: isOneOf(runDoors),
    title: isString,
    startedAt: isStartTime,
    state: isOneOf([...runEndStates, 'interrupted']),
    dryRun: isBoolean,
    /** Number of calls of tools and features; for a run in progress, the number so far. */
    calls: isIndex,
    failedCalls: isIndex,
    /** Number of calls that were sent to tools that can write. */
    writes: isIndex,
    /**
     * Size of the record on disk in bytes, including the files of its values; without these files while the run is in
     * progress.
     */
    bytes: isIndex,
  },
  {
    name: isString,
    /** Duration in milliseconds. Absent while the run is in progress, and if its process died. */
    durationMs: isNumber,
    debug: isOneOf([true]),
    resumes: isRunId,
    /** For the run of a saved script: the call that the run answers. */
    parent: isObject({ run: isRunId, call: isIndex }),
    /** True if lines of the record are lost or cannot be read, so that writes may be missing. */
    notWhole: isOneOf([true]),
  },
);

export interface RunSummary extends Omit<Guarded<typeof isRunSummary>, 'state'> {
  readonly state: RunState;
}

/**
 * A run as its record tells it. Each `at` is in milliseconds since the run began. Values may be in files of their own;
 * `RunStore.value` reads them.
 */
export interface RunRecord
  extends
    RunSummary,
    Pick<EventOf<'begin'>, 'version' | 'session' | 'codeHash' | 'code' | 'args'>,
    Pick<EventOf<'end'>, 'value' | 'tokens'> {
  /** The stages before and after the run, if it was requested in stages. */
  readonly stages: readonly RunStage[];
  /** Absent if the script was refused before it ran. */
  readonly script?: Omit<EventOf<'script'>, 't' | 'results'> & {
    readonly results: Readonly<Record<string, RecordedValue>>;
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
  readonly errors: readonly RunError[];
  readonly warnings: readonly RunError[];
  readonly notes: readonly string[];
}

/** `RunStore.value` reads the `failure` of the error, which may hold the `content` of the failed result. */
export interface RecordedCall
  extends
    Pick<EventOf<'call'>, 'call' | 'target' | 'name' | 'form' | 'input'>,
    Pick<EventOf<'answer'>, 'output' | 'error'> {
  /** Name of the server in the script; `codemode` for the functions of Code Mode itself. */
  readonly server: string;
  /** The name of the tool in the script: `tools.<server>.<tool>`. */
  readonly path: string;
  readonly writes: boolean;
  readonly isUndeclared?: true;
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
  readonly progress: readonly { readonly at: number; readonly message: string; readonly fraction?: number }[];
}

export type RecordedOutput =
  | ({ readonly kind: 'log'; readonly at: number; readonly text: RecordedValue } & Omit<LogEntry, 'text'>)
  | { readonly kind: 'display'; readonly at: number; readonly block: RecordedValue }
  | { readonly kind: 'forUser'; readonly at: number; readonly path: string; readonly text: RecordedValue }
  | { readonly kind: 'progress'; readonly at: number; readonly message: string; readonly fraction?: number };
