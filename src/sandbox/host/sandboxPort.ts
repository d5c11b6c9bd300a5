// The sandbox as the engine sees it: code and data in, validated calls and one bounded outcome out. Engines differ
// behind this port; the tests are the same for all.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import type { ContentBlock } from '../../catalog/contentBlock.ts';
import type {
  BodyPosition,
  CodemodeMethod,
  FailureClue,
  FeatureMethod,
  RunConditions,
  RunLimits,
  RunReplay,
  SandboxFailureCode,
  StackFrame,
  Tick,
  TickSpans,
} from '../protocol/messages.ts';
import type { LogLevel } from '../../base/callStates.ts';

export type { BodyPosition, FeatureMethod, RunConditions, RunReplay, SandboxFailureCode, Tick, TickSpans };

export {
  engineChoices,
  isOsConfinementMode,
  osConfinementModes,
  sandboxEngines,
  type EngineChoice,
  type OsConfinementMode,
  type SandboxEngine,
} from '../protocol/sandboxOptions.ts';
export { isWithinDepth } from '../protocol/bounds.ts';
export { beginnings, spansOf, tickOf } from '../protocol/tickSpans.ts';
export type { SandboxStatus } from '../protocol/sandboxOptions.ts';

export { held, readSelfCheckReport, type SelfCheckReport } from '../protocol/selfCheckReport.ts';

/** Every limit of one run. */
export interface SandboxLimits extends RunLimits {
  /** Of the script as its author sent it; kept by the engine, before anything reads the code. */
  readonly codeBytes: number;
}

export const defaultLimits: SandboxLimits = {
  cpuMs: 10_000,
  wallMs: 120_000,
  heapMb: 256,
  residentMb: 512,
  calls: 1_000,
  callsAtOncePerServer: 32,
  resultBytes: 1_048_576,
  logBytes: 1_048_576,
  replyBytes: 33_554_432,
  valueDepth: 100,
  codeBytes: 1_048_576,
};

/** Where the body of a script comes from. */
export interface ScriptSource {
  /** The URL of the file. */
  readonly url: string;
  /** From the body to the file, in a source map's `mappings` (ECMA-426): `sources` has the file alone. */
  readonly mappings: string;
}

/** One script with all that it finds. */
export interface SandboxScript {
  /** The body of one async function, from the checker. */
  readonly body: string;
  /** `codemode.args` */
  readonly args: JsonObject;
  /** `codemode.results.<handle>` */
  readonly results: Readonly<Record<string, JsonValue>>;
  /** Namespace -> callable names: what `Object.keys(tools)` and `"x" in tools.geo` show. Any name may be called. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** What a debugger shows in the body's place. */
  readonly source?: ScriptSource;
  /** How many scripts that wait for it called one another; those of each depth have slots of their own. */
  readonly depth?: number;
  /** It calls other scripts: what they run in is kept ready while it runs. */
  readonly startsOthers?: boolean;
  /** Runs the script as it ran: what `SandboxHandlers` were given. Without ticks, and `live`, it has its time and dice alone. */
  readonly replay?: RunReplay;
}

/** A call that left the script, guarded and rebuilt; names are still the script's own. */
export type GuestCall =
  | {
      readonly target: 'tool';
      /** Counts from 1 within the run, in the order in which the script made the calls. */
      readonly sequence: number;
      readonly server: string;
      readonly tool: string;
      /** `raw`: the script wants the whole `CallToolResult`. */
      readonly form: 'value' | 'raw';
      /** What the script passed, a JSON value; undefined when it passed nothing. */
      readonly input: JsonValue | undefined;
    }
  | {
      /** What a server offers beside tools. */
      readonly target: 'feature';
      readonly sequence: number;
      readonly server: string;
      readonly method: FeatureMethod;
      readonly input: JsonValue | undefined;
    }
  | {
      readonly target: 'codemode';
      readonly sequence: number;
      readonly method: CodemodeMethod;
      readonly params: readonly JsonValue[];
    };

export type CallReply = { readonly ok: true; readonly value: JsonValue | undefined } | { readonly ok: false; readonly error: CallFailure };

export interface LogEntry {
  readonly level: LogLevel;
  readonly text: string;
  /** Milliseconds since the script started. */
  readonly ms: number;
  /** Of the author's script, from 1: where it was written, as far as that is known. */
  readonly line?: number;
}

export interface CallContext {
  /** Aborted when the run ends for any reason. */
  readonly signal: AbortSignal;
  /** Stops the run's clocks while a person is asked. */
  readonly pauseClockWhile: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What the engine does for a running script. None of these may throw; `call` must always settle. */
export interface SandboxHandlers {
  /** One tool call, not yet looked up or checked. */
  call(call: GuestCall, context: CallContext): Promise<CallReply>;
  /** Called with the size of each answer to `call`, an error included, in bytes of its JSON, before the script gets it. */
  answered?(sequence: number, bytes: number): void;
  /** A line of the console, within the quota. `position`: where in the script's body it was written. */
  log(entry: LogEntry, position?: BodyPosition): void;
  /** `codemode.display`, rebuilt from known fields. */
  display(block: ContentBlock): void;
  /** `codemode.progress`; `fraction` from 0 to 1, where the script gives one. */
  progress(message: string, fraction: number | undefined): void;
  /** Called once and first: what the run takes from outside. */
  conditions?(conditions: RunConditions): void;
  /**
   * Where it is there, the run is recorded: each tick but the first, before the calls and lines that the script makes in it. Those that do
   * neither may come up to 50 ms late. What was heard of a run that was cancelled or died can be replayed like any other.
   */
  tick?(tick: Tick): void;
}

/** Why a run ended without a result. */
export interface SandboxFailure {
  readonly code: SandboxFailureCode;
  /** `TypeError: x is not a function`; for a limit: which, its value and its setting. */
  readonly message: string;
  /** Place in `SandboxScript.body`, both from 1, where one is known. */
  readonly position?: BodyPosition;
  /** What the script's code is searched by where there is no position. */
  readonly clue?: FailureClue;
  /** The functions of the script on the way there, the innermost first; absent where it failed at its top level. */
  readonly stack?: readonly StackFrame[];
  /** Set when what the script threw is a `ToolError` that it did not catch. */
  readonly toolError?: CallFailure;
}

export type SandboxOutcome =
  | { readonly ok: true; /** undefined when the script returned nothing */ readonly value: JsonValue | undefined }
  | { readonly ok: false; readonly failure: SandboxFailure };

/** The port the engine sees. */
export interface Sandbox {
  /** Starts what the next run will need, in the background; `runs`: what so many will need at once. Never rejects. */
  warm(runs?: number): void;
  /** Runs one script to its outcome. Never rejects; aborting `signal` gives `cancelled`. */
  run(script: SandboxScript, handlers: SandboxHandlers, limits: SandboxLimits, signal: AbortSignal): Promise<SandboxOutcome>;
  /** Ends every process; runs under way settle with `cancelled`. */
  dispose(): Promise<void>;
}
