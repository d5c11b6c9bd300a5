// The outcome of one run as data, which the chat, the editor and the terminal each put into words.
import type { CallState } from '../base/callStates.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallFailure } from '../base/callFailure.ts';
import type { ContentBlock } from '../base/contentBlock.ts';
import type { ScriptFix, ScriptProblemCode, SourcePosition } from '../checker/index.ts';
import type { ValueOrigin } from './stores/index.ts';
import type { LogEntry, SandboxFailure } from '../sandbox/index.ts';

export type RunErrorCode =
  | ScriptProblemCode
  | SandboxFailure['code']
  | 'invalid_request' // the request is wrong: code that is not a string, a timeout out of range
  | CallFailure['code'] // a tool call failed and the script did not catch it: `toolError` is set
  | 'not_recorded' // a replay or a resumed run needs data that its record does not have
  | 'denied'; // the user, or the policy of the terminal, refused the run

export interface RunError {
  readonly code: RunErrorCode;
  /** One sentence that says what failed. */
  readonly message: string;
  /** Position in the author's code. */
  readonly position?: SourcePosition;
  /** The author's line at `position`. */
  readonly sourceLine?: string;
  /** Calls within the script that led to the error, innermost first; unnamed functions have no name. */
  readonly stack?: readonly { readonly name?: string; readonly position: SourcePosition }[];
  /** Advice on what to do about the error next. */
  readonly hint?: string;
  /** A change of the author's code that certainly corrects the error; absent if there is none. Not recorded. */
  readonly fix?: ScriptFix;
  /** Set if a call failed and the script did not catch it; `code` is then the code of the call. */
  readonly toolError?: CallFailure;
}

/** `requested`: the request asked for a dry run. `chosen`: the user chose one when asked. */
export type DryRunReason = 'requested' | 'chosen';

/** A tool or a feature in the records of its calls. */
export interface CalledTool {
  /** Raw names of the server and the tool; for a name that does not exist, the name in the script. */
  readonly server: string;
  readonly tool: string;
  /** Path of the tool: `tools.<server>.<tool>`. */
  readonly path: string;
  /** True if the tool can write, because it is not marked read-only. */
  readonly writes: boolean;
  /** True if the tool can write and its server does not declare its effect (`CatalogTool.isUndeclared`). */
  readonly isUndeclared?: true;
}

export interface CallRecord extends CalledTool {
  readonly sequence: number;
  readonly state: CallState;
  readonly ms: number;
  /** True if the call was not made: its answer and `ms` come from the run that is replayed or resumed. */
  readonly served?: true;
  /** The input of the script, without secrets and cut at 2,000 characters; absent if the script passed nothing. */
  readonly input?: JsonValue;
  /** True if a rule about the flow of data stopped the call, so that the model does not receive the input. */
  readonly flowed?: true;
  /** The reason why the call failed or was not made; absent if the call was still in progress. */
  readonly message?: string;
  /** The latest progress that the server reported. */
  readonly progress?: RunProgress;
  /** For a saved script: the calls that it made. */
  readonly calls?: readonly CallRecord[];
  /** For a call that a dry run did not send: the lines that name the tool, ascending; empty for a computed name. */
  readonly lines?: readonly number[];
}

/** True if the call, or a call of the saved script that it ran, may have written. */
export function writesOf({ calls, writes, state }: CallRecord): boolean {
  if (calls) return calls.some(writesOf);
  return writes && state !== 'denied' && state !== 'not_called' && state !== 'dry_run';
}

/** A call in a flat list; `within` is the path of the saved script that made it. */
export type FlatCall = CallRecord & { readonly within?: string };

/** Replaces each saved script by the calls that it made, with the path of the script in `within`. */
export function flatCalls(calls: readonly CallRecord[], within?: string): readonly FlatCall[] {
  return calls.flatMap((call) => {
    const here = within === undefined ? call : { ...call, within };
    const { calls: made = [], ...own } = here;
    // A failed saved script also keeps its own entry, which has the reason of the failure.
    const itself =
      made.length === 0 || own.state !== 'finished'
        ? [{ ...own, writes: own.writes && made.length === 0 }]
        : [];
    return [...itself, ...flatCalls(made, call.path)];
  });
}

/** The progress of a call or a run, in the words of the script or of a tool. */
export interface RunProgress {
  /** One line; in the progress of a run, a line of a tool begins with the path of the tool. */
  readonly message: string;
  /** Completed part, from 0 to 1; absent if unknown. */
  readonly fraction?: number;
}

export interface RunOutcome {
  readonly ok: boolean;
  /** Id of the record; absent if the run is not recorded. */
  readonly runId?: string;
  /** Present if another run can resume from the record. */
  readonly isResumable?: true;
  /** Present for a dry run, in which calls that can write were not sent. */
  readonly dryRun?: DryRunReason;
  /** Undefined if the script returned nothing or failed. */
  readonly value: JsonValue | undefined;
  /** The tools whose answers `value` may contain; absent if the script did not run. */
  readonly origins?: readonly ValueOrigin[];
  /** Empty when `ok`. Several errors only if the code was refused before it ran. */
  readonly errors: readonly RunError[];
  /** Findings of the type check that did not stop the run. */
  readonly warnings: readonly RunError[];
  readonly logs: readonly LogEntry[];
  /** Notes about how ambiguous code was read; one sentence each. */
  readonly notes: readonly string[];
  /** Calls in the order in which the script made them. */
  readonly calls: readonly CallRecord[];
  /** Texts that tools marked as for the user in their answers, each beginning with the path of the tool; bounded. */
  readonly forUser: readonly string[];
  /** Progress that `codemode.progress` and tools reported, newest last; bounded. */
  readonly progress: readonly RunProgress[];
  /** Content blocks that the script passed to `codemode.display`. */
  readonly displays: readonly ContentBlock[];
  /** Time from the request to the outcome in milliseconds, including waits for servers and people. */
  readonly durationMs: number;
}
