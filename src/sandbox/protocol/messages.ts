// Messages across the two borders of the sandbox. Extension host and supervisor thread trust each other and use
// structured clones. Supervisor thread and sandbox process exchange frames of bytes, and all output of the process is
// untrusted. Values always cross as JSON text, so that no side builds an object that another side designed.
import type { MessagePort } from 'node:worker_threads';
import type { SandboxEngine, SandboxStatus } from './sandboxOptions.ts';
import type { LogLevel } from '../../base/callStates.ts';

/** The limits of a running script. Times are in milliseconds, and sizes in bytes unless the name says otherwise. */
export interface RunLimits {
  /** Processor time of the script. The time stands still while the script only waits for calls or for a person. */
  readonly cpuMs: number;
  /** Elapsed time. The time stands still while a person decides. */
  readonly wallMs: number;
  readonly heapMb: number;
  readonly residentMb: number;
  readonly calls: number;
  readonly callsAtOncePerServer: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  /** Maximum size of the answer of one call that the script gets. */
  readonly replyBytes: number;
  readonly valueDepth: number;
}

/** One script as text: `body` is code; `args`, `results` and `names` are JSON. */
interface ScriptText {
  readonly body: string;
  /** URL of a source map for a debugger, from the evaluated body to the author's text. */
  readonly sourceMap?: string;
  readonly args: string;
  readonly results: string;
  readonly names: string;
}

/** The values that a run takes from outside, apart from its script and the answers to its calls. */
export interface RunConditions {
  /** Start time in milliseconds since the epoch (UTC). */
  readonly startedAt: number;
  /** 32 bytes in hexadecimal from which all random numbers of the run derive. */
  readonly seed: string;
  /** Time zone as a name of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Language tag (BCP 47), such as `de-DE`. */
  readonly locale: string;
}

/**
 * One tick of a script's event loop: the time at which it began, in milliseconds since the start, and its causes. A
 * cause is the number of an answered call, or the negative handle of a timer.
 */
export type Tick = readonly [elapsedMs: number, ...begunBy: number[]];

/** The data with which a script runs again exactly as before, given the same answers to its calls. */
export interface RunReplay {
  readonly conditions: RunConditions;
  /** The recorded ticks after the script's first one, in order; at most `maxTicks`. */
  readonly ticks: readonly Tick[];
  /**
   * The behaviour at the end of the ticks, or when the script deviates from them. `stop`: the run fails with
   * `recording_ended` or `diverged`. `live`: the run goes on without a recording; its clock continues from the last
   * tick, and timers have the rest of their time.
   */
  readonly then: 'stop' | 'live';
  /**
   * Used instead of ticks when a script is run again after each round trip of its calls: the calls whose answers are
   * known, in the order in which the answers came. One tick answers all open calls; while no call is open, timers fire
   * without delay. The run ends with `recording_ended` if one of the open calls is `unanswered`.
   */
  readonly trips?: readonly number[];
}

/** The course of a run. `record` is true if the host needs its ticks, including those that were given. */
export interface RunCourse extends RunReplay {
  readonly record: boolean;
}

export const codemodeMethods = [
  'search',
  'describe',
  'store.get',
  'store.set',
  'store.delete',
  'store.keys',
] as const;
export type CodemodeMethod = (typeof codemodeMethods)[number];

export const callForms = ['value', 'raw'] as const;
export type CallForm = (typeof callForms)[number];

/**
 * Methods `tools.<server>.<method>` that ask a server for something other than a tool. They cannot collide with tools,
 * because a tool's name in scripts has no `$`.
 */
export const featureMethods = [
  '$resources.list',
  '$resources.templates',
  '$resources.read',
  '$resources.complete',
  '$resources.updated',
  '$prompts.list',
  '$prompts.get',
  '$prompts.complete',
] as const;
export type FeatureMethod = (typeof featureMethods)[number];

/** Failures that the script's own process may report. The supervisor thread or the host finds every other failure. */
export const guestFailureCodes = [
  'script_error', // the script threw, or a promise that it did not await was rejected
  'unserializable_result', // the result contains a function, cycle or symbol, or is too deep
  'pending_forever', // the script has not finished, but no call or timer is pending
  'result_limit',
  'memory_limit',
  'diverged', // in a replay, the script deviated from its recording
  'recording_ended', // in a replay, the script went on after the end of its recording
] as const;
export type GuestFailureCode = (typeof guestFailureCodes)[number];

export type SandboxFailureCode =
  | GuestFailureCode
  | 'cpu_limit'
  | 'timeout' // the limit of elapsed time
  | 'call_limit'
  | 'log_limit'
  | 'cancelled'
  | 'meter_failed' // the time and memory of the process could not be measured
  | 'sandbox_unavailable' // no process could be started, or its confinement is not in force
  | 'sandbox_died';

/**
 * The clue with which the script's code is searched if a failure has no position. `thrown`: the script threw a value
 * that is not an Error, or an Error whose stack it overwrote. `awaited`: a promise that the script awaits never
 * settles. A path leads from the returned value to the part at fault.
 */
export type FailureClue = 'thrown' | 'awaited' | readonly (string | number)[];

/** A place in the body of a script, line and column from 1. */
export interface BodyPosition {
  readonly line: number;
  readonly column: number;
}

/** A function of the script on the stack of an error. `name` is undefined if the function has no name. */
export interface StackFrame extends BodyPosition {
  readonly name?: string;
}

/** The reason for which a run ended without a result. */
export interface RunFailure {
  readonly code: SandboxFailureCode;
  /**
   * The message, such as `TypeError: x is not a function`. For a limit, it names the limit, its value and its setting.
   */
  readonly message: string;
  /** Place in the body of the script; undefined if unknown. */
  readonly position?: BodyPosition;
  /** Clue for finding the place in the code of the script when there is no position. */
  readonly clue?: FailureClue;
  /**
   * Functions of the script on the stack of the error, the innermost first; absent if the script failed at its top
   * level.
   */
  readonly stack?: readonly StackFrame[];
  /** Number of the call whose error the script did not catch. */
  readonly failedCall?: number;
}

/** Reason for stopping a sandbox that sends a message which the unmodified guest never sends. */
export const protocolViolation = 'The sandbox broke its protocol and was stopped';

export function sandboxDied(reason: string): RunFailure {
  return { code: 'sandbox_died', message: `${reason}. Rerun it; if this recurs, do less per run.` };
}

/** The end of a run. `text` is the result as JSON; undefined if the script returned nothing. */
export type RunEnd =
  | { readonly ok: true; readonly text: string | undefined }
  | { readonly ok: false; readonly failure: RunFailure };

/** The time zone and locale that a process gets when it starts. */
export type RunLocale = Pick<RunConditions, 'timeZone' | 'locale'>;

/** Messages from extension host to supervisor thread. Each run has its own `port`; closing the port cancels the run. */
export type ToSupervisor =
  | { readonly type: 'warm'; readonly limits: RunLimits; readonly locale: RunLocale; readonly runs: number }
  | {
      readonly type: 'run';
      readonly script: ScriptText;
      readonly limits: RunLimits;
      readonly course: RunCourse;
      /** True if the script calls other scripts, for which an instance is kept ready. */
      readonly startsOthers: boolean;
      readonly port: MessagePort;
    }
  /** Requests a `status` message, once everything is known that can be known without running a script. */
  | { readonly type: 'status' }
  | { readonly type: 'dispose' };

/**
 * Messages from extension host to run, on the port of the run, sent in arrays. `text` is JSON; undefined for
 * `undefined`.
 */
export type ToRun =
  | { readonly type: 'reply'; readonly call: number; readonly text: string | undefined }
  | { readonly type: 'refuse'; readonly call: number; readonly error: string }
  | { readonly type: 'pause' | 'resume' };

/** A call of the script. `sequence` is its number, from 1. `input` is JSON; absent if the script passed nothing. */
export type ScriptCall =
  | {
      readonly target: 'tool';
      readonly sequence: number;
      readonly server: string;
      readonly tool: string;
      readonly form: CallForm;
      readonly input?: string;
    }
  | {
      readonly target: 'feature';
      readonly sequence: number;
      readonly server: string;
      readonly method: FeatureMethod;
      readonly input?: string;
    }
  | {
      readonly target: 'codemode';
      readonly sequence: number;
      readonly method: CodemodeMethod;
      readonly input: string;
    };

/** Events of a running script for the extension host: validated, counted, and within the quotas. */
type ScriptEvent =
  | { readonly type: 'call'; readonly call: ScriptCall }
  | {
      readonly type: 'log';
      readonly level: LogLevel;
      readonly text: string;
      readonly ms: number;
      readonly position?: BodyPosition;
    }
  | { readonly type: 'display'; readonly block: string }
  | { readonly type: 'progress'; readonly message: string; readonly fraction?: number };

/** The end of a run. `engine` is the engine that ran the script; undefined if it did not begin. */
export interface RunVerdict {
  readonly type: 'end';
  readonly end: RunEnd;
  readonly engine: SandboxEngine | undefined;
}

/**
 * Ticks of a recorded run, sent before the other events of the last of these ticks. `json` contains these ticks
 * separated by commas, which the host parses in turns.
 */
interface TicksEvent {
  readonly type: 'ticks';
  json: string;
}

/** Messages from run to extension host, on the port of the run, sent in arrays. `end` is the last. */
export type FromRun = ScriptEvent | TicksEvent | RunVerdict;

/** Messages from supervisor thread to extension host. */
export type FromSupervisor =
  | { readonly type: 'note'; readonly text: string }
  /** Sent after each change, and as an answer to each request. */
  | { readonly type: 'status'; readonly status: SandboxStatus; readonly isAnswer?: true }
  /** A process waits for a debugger at this address (`ws://127.0.0.1:…`). */
  | { readonly type: 'inspector'; readonly address: string };

/**
 * Messages from supervisor thread to process. Values follow the messages as lines of JSON that the host wrote: after
 * `run`, the values `args`, `results`, `names`, `limits` and `course`; after `reply`, the answer if `hasValue`; after
 * `refuse`, the error.
 */
export type ToGuest =
  | readonly ['run', body: string, sourceMap?: string]
  | readonly ['reply', call: number, hasValue: boolean]
  | readonly ['refuse', call: number];

/** Stands in a message for a value that follows as a line of the frame. */
export const valueFollows = true;
/** `valueFollows`, or null for a message without a value. */
export type ValueMark = typeof valueFollows | null;
/** A place in the body of a script; null if unknown. */
export type SentPosition = readonly [line: number, column: number] | null;

/**
 * Messages from process to supervisor thread, as the unmodified guest sends them. The thread validates each of them
 * (supervisor/guestMessage.ts).
 */
export type FromGuest =
  | readonly ['ready']
  | readonly ['tool', call: number, server: string, tool: string, form: CallForm, input: ValueMark]
  | readonly ['feature', call: number, server: string, method: FeatureMethod, input: ValueMark]
  | readonly ['codemode', call: number, method: CodemodeMethod, params: typeof valueFollows]
  | readonly ['log', level: LogLevel, text: string, ms: number, position: SentPosition]
  | readonly ['display', block: typeof valueFollows]
  | readonly ['progress', message: string, fraction: number | null]
  | readonly ['tick', ...tick: Tick]
  | readonly ['done', result: ValueMark]
  | readonly [
      type: 'fail',
      code: GuestFailureCode,
      message: string,
      position: SentPosition,
      failedCall: number | null,
      clue: FailureClue | null,
      stack: readonly (readonly [name: string | null, line: number, column: number])[],
    ];
