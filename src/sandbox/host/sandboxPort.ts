// The sandbox, as the engine sees it: code and data go in, validated calls and one bounded outcome come out. Different
// script engines implement this port, and the same tests run against all of them.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';
import type {
  BodyPosition,
  CodemodeMethod,
  FeatureMethod,
  RunConditions,
  RunFailure,
  RunLimits,
  RunReplay,
  Tick,
} from '../protocol/messages.ts';
import type { LogLevel } from '../../base/callStates.ts';

/** All limits of one run. */
export interface SandboxLimits extends RunLimits {
  /**
   * Maximum size of the script as its author sent it, in bytes. The engine checks it before anything reads the code.
   */
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

/** The file from which the body of a script comes. */
export interface ScriptSource {
  readonly url: string;
  /** The `mappings` of a source map (ECMA-426) from the body to the file, which is the only entry of `sources`. */
  readonly mappings: string;
}

/** One script with its arguments and the names of its tools. */
export interface SandboxScript {
  /** Body of one async function, as the checker prepared it. */
  readonly body: string;
  /** Value of `codemode.args`. */
  readonly args: JsonObject;
  /** Values of `codemode.results.<handle>`. */
  readonly results: Readonly<Record<string, JsonValue>>;
  /**
   * Callable names by namespace, as `Object.keys(tools)` and `"x" in tools.geo` show them. A script may call any name.
   */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** The file that a debugger shows instead of the body. */
  readonly source?: ScriptSource;
  /** Number of scripts that wait for this one because they called one another. Each depth has slots of its own. */
  readonly depth?: number;
  /** True if the script calls other scripts. The sandbox then keeps an instance ready for them while it runs. */
  readonly startsOthers?: boolean;
  /**
   * Repeats an earlier run with the conditions and ticks that `SandboxHandlers` received. With no ticks and `live`, the
   * run repeats only the time and the random numbers.
   */
  readonly replay?: RunReplay;
}

/** A validated call of the script. Its names are still those that the script used. */
export type GuestCall =
  | {
      readonly target: 'tool';
      /** Number of the call within the run, from 1, in the order in which the script made the calls. */
      readonly sequence: number;
      readonly server: string;
      readonly tool: string;
      /** `raw` if the script asked for the whole `CallToolResult`. */
      readonly form: 'value' | 'raw';
      /** The JSON value that the script passed; undefined if it passed nothing. */
      readonly input: JsonValue | undefined;
    }
  | {
      /** A call of a server feature other than a tool, such as a resource or prompt. */
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

export type CallReply =
  | { readonly ok: true; readonly value: JsonValue | undefined }
  | { readonly ok: false; readonly error: CallFailure };

export interface LogEntry {
  readonly level: LogLevel;
  readonly text: string;
  /** Milliseconds since the script started. */
  readonly ms: number;
  /** The line of the author's script that wrote the entry, from 1; undefined if unknown. */
  readonly line?: number;
}

export interface CallContext {
  /** Aborted when the run ends for any reason. */
  readonly signal: AbortSignal;
  /** Stops the run's clocks while a person is asked. */
  readonly pauseClockWhile: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * The functions that the engine provides for a running script. None of them may throw, and `call` must always settle.
 */
export interface SandboxHandlers {
  /** Handles one call whose names and input have not been checked yet. */
  call(call: GuestCall, context: CallContext): Promise<CallReply>;
  /** Called before the script gets an answer or an error of `call`, with the size of its JSON in bytes. */
  answered?(sequence: number, bytes: number): void;
  /** Called with a console line within the quota. `position` is the place in the script's body that wrote the line. */
  log(entry: LogEntry, position?: BodyPosition): void;
  /** Called with a block of `codemode.display`, rebuilt from its known fields. */
  display(block: ContentBlock): void;
  /** Called for `codemode.progress`. `fraction` is from 0 to 1; undefined if the script gives none. */
  progress(message: string, fraction: number | undefined): void;
  /** Called once, before all other handlers, with the conditions of the run. */
  conditions?(conditions: RunConditions): void;
  /**
   * Records the run if present. Called for each tick except the first, before the calls and console lines that the
   * script makes in that tick. A tick without either may be reported up to 50 ms late. The reported ticks of a run that
   * was cancelled or died can be replayed like any others.
   */
  tick?(tick: Tick): void;
}

export interface SandboxFailure extends Omit<RunFailure, 'failedCall'> {
  /** Set if the script failed with a `ToolError` that it did not catch. */
  readonly toolError?: CallFailure;
}

export type SandboxOutcome =
  | {
      readonly ok: true;
      /** undefined if the script returned nothing */ readonly value: JsonValue | undefined;
    }
  | { readonly ok: false; readonly failure: SandboxFailure };

/** The port that the engine uses. */
export interface Sandbox {
  /**
   * Starts in the background the instances that the next runs need. `runs` is the number of runs at once. Never
   * rejects.
   */
  warm(runs?: number): void;
  /** Runs one script to its outcome. Never rejects; aborting `signal` results in `cancelled`. */
  run(
    script: SandboxScript,
    handlers: SandboxHandlers,
    limits: SandboxLimits,
    signal: AbortSignal,
  ): Promise<SandboxOutcome>;
  /** Ends every process. Runs that have not ended settle with `cancelled`. */
  dispose(): Promise<void>;
}
