// What crosses the sandbox's two borders: extension host <-> sandbox thread (structured clone, both ours) and
// sandbox thread <-> sandbox process (frames of bytes; everything that comes out of the process is hostile).
// Values always cross as JSON text, so that no side ever builds an object that another side designed.
import type { MessagePort } from 'node:worker_threads';
import type { SandboxEngine, SandboxStatus } from './sandboxOptions.ts';
import type { LogLevel } from '../../base/callStates.ts';

/** The limits that count once a run has begun. Times in milliseconds, sizes in bytes unless the name says otherwise. */
export interface RunLimits {
  /** Processor time of the script; stands still while only calls or a person are awaited. */
  readonly cpuMs: number;
  /** Time on the clock; stands still while a person decides. */
  readonly wallMs: number;
  readonly heapMb: number;
  readonly residentMb: number;
  readonly calls: number;
  readonly callsAtOncePerServer: number;
  readonly resultBytes: number;
  readonly logBytes: number;
  /** The largest answer of one call that is let into the script. */
  readonly replyBytes: number;
  readonly valueDepth: number;
}

/** One script as text: the body, and `args`, `results` and `names` as JSON. */
export interface ScriptText {
  readonly body: string;
  /** A URL: for a debugger, from the body as it is evaluated to what its author wrote. */
  readonly sourceMap?: string;
  readonly args: string;
  readonly results: string;
  readonly names: string;
}

/** What a run takes from outside besides its script and the answers to its calls. */
export interface RunConditions {
  /** Milliseconds since the epoch (UTC). */
  readonly startedAt: number;
  /** 32 bytes in hexadecimal: all that is random in the run comes from them. */
  readonly seed: string;
  /** A name of the IANA database, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** A language tag (BCP 47), such as `de-DE`. */
  readonly locale: string;
}

/**
 * One tick of a script's event loop: when it began, in milliseconds since the start, and what began it: the answered
 * calls by their numbers, or a timer by the negative of its handle.
 */
export type Tick = readonly [elapsedMs: number, ...begunBy: number[]];

/** A tick in which `[first, last]` stands for three or more calls, whose numbers ascend by one. */
export type TickSpans = readonly [elapsedMs: number, ...begunBy: (number | readonly [first: number, last: number])[]];

/** With these, and the same answers to its calls, a script runs again exactly as it did. */
export interface RunReplay {
  readonly conditions: RunConditions;
  /** The first ticks, but the very first one, in order; at most `maxTicks`. */
  readonly ticks: readonly Tick[];
  /**
   * What follows when they end, or the script does something else. `stop`: the failure `recording_ended` or `diverged`. `live`: the run
   * goes on by itself, its clock from the last tick; timers have what remained of their time.
   */
  readonly then: 'stop' | 'live';
  /**
   * A run in trips, in place of ticks: the calls of which the answers are known, in the order in which those came. All calls that are open are
   * answered in one tick; while none is, timers are due without delay. It ends with `recording_ended` where one of them is `unanswered`.
   */
  readonly trips?: readonly number[];
}

/** How a run goes. `record`: its ticks are wanted, the given ones included. */
export interface RunCourse extends RunReplay {
  readonly record: boolean;
}

export const codemodeMethods = ['search', 'describe', 'store.get', 'store.set', 'store.delete', 'store.keys'] as const;
export type CodemodeMethod = (typeof codemodeMethods)[number];

export const callForms = ['value', 'raw'] as const;
export type CallForm = (typeof callForms)[number];

/** `tools.<server>.<method>`: what is asked of a server itself. No tool is called so: a tool's name in scripts has no `$`. */
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

/** Failures that the script's own process may report; every other failure is the thread's or the host's finding. */
export const guestFailureCodes = [
  'script_error', // the script threw, or a promise it did not await was rejected
  'unserializable_result', // a function, a cycle, a symbol, too deep
  'pending_forever', // nothing is running or awaited any more, and the script has not finished
  'result_limit',
  'memory_limit',
  'diverged', // a replay: the script did something else than its recording has
  'recording_ended', // a replay: the script goes on where its recording ends
] as const;
export type GuestFailureCode = (typeof guestFailureCodes)[number];

export type SandboxFailureCode =
  | GuestFailureCode
  | 'cpu_limit'
  | 'timeout' // the wall clock
  | 'call_limit'
  | 'log_limit'
  | 'cancelled'
  | 'meter_failed' // its time and memory could not be measured
  | 'sandbox_unavailable' // no process could be started, or its walls are not in force
  | 'sandbox_died';

/**
 * What the script's code is searched by where a failure knows no position of its own: `thrown`, a value was thrown that is
 * no Error, or an Error whose stack the script wrote over; `awaited`, what is awaited never settles; a path, from the
 * returned value to the part at fault.
 */
export type FailureClue = 'thrown' | 'awaited' | readonly (string | number)[];

/** A place in the body of a script, both from 1. */
export interface BodyPosition {
  readonly line: number;
  readonly column: number;
}

/** A function of the script on the way to an error, by its name where it has one. */
export interface StackFrame extends BodyPosition {
  readonly name?: string;
}

export interface RunFailure {
  readonly code: SandboxFailureCode;
  readonly message: string;
  readonly position?: BodyPosition;
  readonly clue?: FailureClue;
  /** From where it was thrown outwards; absent where that is the script's top level. */
  readonly stack?: readonly StackFrame[];
  /** The call whose error the script did not catch. */
  readonly failedCall?: number;
}

/** Why a sandbox is stopped that sends what our guest never sends. */
export const protocolViolation = 'The sandbox broke its protocol and was stopped';

export function sandboxDied(reason: string): RunFailure {
  return { code: 'sandbox_died', message: `${reason}. Rerun it; if this recurs, do less per run.` };
}

/** `text` is the result as JSON; undefined when the script returned nothing. */
export type RunEnd = { readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly failure: RunFailure };

/** What a process learns at its start about the place it runs in. */
export type RunLocale = Pick<RunConditions, 'timeZone' | 'locale'>;

/** Extension host -> sandbox thread. A `port` is its run's: closing it cancels the run. */
export type ToSupervisor =
  | { readonly type: 'warm'; readonly limits: RunLimits; readonly locale: RunLocale; readonly runs: number }
  | {
      readonly type: 'run';
      readonly script: ScriptText;
      readonly limits: RunLimits;
      readonly course: RunCourse;
      /** The script calls others, for which an instance is kept ready. */
      readonly startsOthers: boolean;
      readonly port: MessagePort;
    }
  /** Asks for a `status` of that number, once everything that can be known without running a script is known. */
  | { readonly type: 'status'; readonly request: number }
  | { readonly type: 'dispose' };

/** Extension host -> run, on its port. Sent in arrays. `text` is JSON; undefined stands for `undefined`. */
export type ToRun =
  | { readonly type: 'reply'; readonly call: number; readonly text: string | undefined }
  | { readonly type: 'refuse'; readonly call: number; readonly error: string }
  /** `violation`: what came out of the script's sandbox as JSON is none. */
  | { readonly type: 'pause' | 'resume' | 'violation' };

/** A call of a tool. */
export interface ToolEvent {
  readonly type: 'tool';
  readonly call: number;
  readonly server: string;
  readonly tool: string;
  readonly form: CallForm;
  readonly input: string | undefined;
}

/** An event that is a call of the script. */
export type ScriptCallEvent = Extract<ScriptEvent, { readonly call: number }>;

/** What a running script does that the extension host must see: guarded, counted, within its quotas. */
export type ScriptEvent =
  | ToolEvent
  | {
      readonly type: 'feature';
      readonly call: number;
      readonly server: string;
      readonly method: FeatureMethod;
      readonly input: string | undefined;
    }
  | { readonly type: 'codemode'; readonly call: number; readonly method: CodemodeMethod; readonly params: string }
  | { readonly type: 'log'; readonly level: LogLevel; readonly text: string; readonly ms: number; readonly position?: BodyPosition }
  | { readonly type: 'display'; readonly block: string }
  | { readonly type: 'progress'; readonly message: string; readonly fraction: number | undefined };

/** `engine` it ran in, if it began. */
export interface RunVerdict {
  readonly type: 'end';
  readonly end: RunEnd;
  readonly engine: SandboxEngine | undefined;
}

/** `TickSpans` of a run that is recorded, before what the script does in the last of them: JSON with commas between, which the host reads in turns. */
interface TicksEvent {
  readonly type: 'ticks';
  json: string;
}

/** Run -> extension host, on its port. Sent in arrays. `end` is the last. */
export type FromRun = ScriptEvent | TicksEvent | RunVerdict;

/** Sandbox thread -> extension host. */
export type FromSupervisor =
  | { readonly type: 'note'; readonly text: string }
  /** After each change; `request` where it was asked for. */
  | { readonly type: 'status'; readonly status: SandboxStatus; readonly request?: number }
  /** A process waits for a debugger, which finds it there (`ws://127.0.0.1:…`). */
  | { readonly type: 'inspector'; readonly address: string };

/**
 * Sandbox thread -> process. Values follow the messages, as lines of JSON that the host wrote: after `run` those of `args`,
 * `results`, `names`, `limits` and `course`; after `reply` the answer, where `hasValue`; after `refuse` the error.
 */
export type ToGuest =
  | readonly ['run', body: string, sourceMap?: string]
  | readonly ['reply', call: number, hasValue: boolean]
  | readonly ['refuse', call: number];

/** Stands in a message for its value: the next line of the frame. */
export const valueFollows = true;

/** Process -> sandbox thread, as our own guest sends it. The thread believes none of it (supervisor/guestMessage.ts). */
export type FromGuest =
  | readonly ['ready']
  | readonly ['tool', call: number, server: string, tool: string, form: CallForm, input: typeof valueFollows | null]
  | readonly ['feature', call: number, server: string, method: FeatureMethod, input: typeof valueFollows | null]
  | readonly ['codemode', call: number, method: CodemodeMethod, params: typeof valueFollows]
  | readonly ['log', level: LogLevel, text: string, ms: number, line: number | null, column: number | null]
  | readonly ['display', block: typeof valueFollows]
  | readonly ['progress', message: string, fraction: number | null]
  | readonly ['tick', ...tick: TickSpans]
  | readonly ['done', result: typeof valueFollows | null]
  | readonly [
      type: 'fail',
      code: GuestFailureCode,
      message: string,
      line: number | null,
      column: number | null,
      failedCall: number | null,
      clue: FailureClue | null,
      stack: readonly (readonly [name: string | null, line: number, column: number])[],
    ];
