// What one run came to: the same data for the chat, the editor and the terminal, each of which words it in its way.
import type { CallState } from '../base/callStates.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallFailure } from '../catalog/callFailure.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import type { ScriptFix, ScriptProblemCode, SourcePosition } from '../checker/checkedScript.ts';
import type { ValueOrigin } from '../storage/valueOrigins.ts';
import type { LogEntry, SandboxFailureCode } from '../sandbox/host/sandboxPort.ts';

export type RunErrorCode =
  | ScriptProblemCode
  | SandboxFailureCode
  | 'invalid_request' // the request itself is wrong: code that is not a string, a timeout out of range
  | CallFailure['code'] // a tool call failed and the script did not catch it: `toolError` is set
  | 'not_recorded' // a replay or a resumed run needs what its record does not have
  | 'denied'; // the user, or the terminal's policy, refused the run

export interface RunError {
  readonly code: RunErrorCode;
  /** One sentence: what failed. */
  readonly message: string;
  /** In the author's code. */
  readonly position?: SourcePosition;
  /** The author's line at `position`. */
  readonly sourceLine?: string;
  /** The functions of the script on the way there, the innermost first, by name where they have one. */
  readonly stack?: readonly { readonly name?: string; readonly position: SourcePosition }[];
  /** What to do next. */
  readonly hint?: string;
  /** Where that is one certain change of the author's code. Not recorded. */
  readonly fix?: ScriptFix;
  /** Set where a call failed and the script did not catch it: `code` is that of the call. */
  readonly toolError?: CallFailure;
}

/** A call's state for a user, in a line of its own: `not called: the server is down`. */
export const stateWords: Record<CallState, string> = {
  finished: 'finished',
  failed: 'failed',
  denied: 'declined',
  not_called: 'not called',
  unknown: 'may have taken effect',
  dry_run: 'not sent (dry run)',
};

/** Of a call with `served`, in place of how long it took. */
export const servedWords = 'from the record';

/** Whether the request asked for a dry run, or the user chose one when they were asked. */
export type DryRunReason = 'requested' | 'chosen';

/** A tool or a feature as the records of its calls name it. */
export interface CalledTool {
  /** Raw names; of a name that does not exist, the script's own. */
  readonly server: string;
  readonly tool: string;
  /** `tools.<server>.<tool>` */
  readonly path: string;
  /** Whether the tool can write: it is not marked read-only. */
  readonly writes: boolean;
  /** The tool can write, and its server does not declare its effect (`CatalogTool.isUndeclared`). */
  readonly isUndeclared?: true;
}

export interface CallRecord extends CalledTool {
  readonly sequence: number;
  readonly state: CallState;
  readonly ms: number;
  /** It was not made: its answer, and `ms`, are those of the run that is repeated or that this one goes on with. */
  readonly served?: true;
  /** What the script passed, without secrets and cut at 2,000 characters; absent where it passed nothing. */
  readonly input?: JsonValue;
  /** A rule about the flow of data stopped the call, so the model does not get its input. */
  readonly flowed?: true;
  /** Why it failed, or was not called; absent where it was still under way. */
  readonly message?: string;
  /** What its server last said of its progress. */
  readonly progress?: RunProgress;
  /** Of a saved script: its own calls. */
  readonly calls?: readonly CallRecord[];
  /** Of a call that a dry run did not send: the lines that name the tool, ascending; empty where the code computes the name. */
  readonly lines?: readonly number[];
}

/** Whether a call, or one that the saved script made, can have written. */
export function writesOf({ calls, writes, state }: CallRecord): boolean {
  if (calls) return calls.some(writesOf);
  return writes && state !== 'denied' && state !== 'not_called' && state !== 'dry_run';
}

/** `within`: the path of the saved script that made it. */
export type FlatCall = CallRecord & { readonly within?: string };

/** In place of each saved script that made calls, these, with where they were made. */
export function flatCalls(calls: readonly CallRecord[], within?: string): readonly FlatCall[] {
  return calls.flatMap((call) => {
    const here = within === undefined ? call : { ...call, within };
    const { calls: made = [], ...own } = here;
    // How it failed is said of the script itself.
    const itself = made.length === 0 || own.state !== 'finished' ? [{ ...own, writes: own.writes && made.length === 0 }] : [];
    return [...itself, ...flatCalls(made, call.path)];
  });
}

/** How far a call or a run is, in the words of the script or of a tool. */
export interface RunProgress {
  /** One line; in a run's progress a tool's begins with its path. */
  readonly message: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

export interface RunOutcome {
  readonly ok: boolean;
  /** Of its record; absent where none is written. */
  readonly runId?: string;
  /** Present where another run can go on from that record. */
  readonly isResumable?: true;
  /** Present for a dry run: calls that can write were not sent. */
  readonly dryRun?: DryRunReason;
  /** undefined when the script returned nothing, or failed. */
  readonly value: JsonValue | undefined;
  /** The tools whose answers `value` may hold; absent where the script did not run. */
  readonly origins?: readonly ValueOrigin[];
  /** Empty when `ok`. Several only when the code was refused before it ran. */
  readonly errors: readonly RunError[];
  /** What the type check found and did not stop the run for. */
  readonly warnings: readonly RunError[];
  readonly logs: readonly LogEntry[];
  /** What was read as what, where the code left that open; one sentence each. */
  readonly notes: readonly string[];
  /** In the order in which the script made them. */
  readonly calls: readonly CallRecord[];
  /** What tools marked as for the user in their answers, each beginning with the tool's path; bounded. */
  readonly forUser: readonly string[];
  /** What `codemode.progress` and tools reported, the newest last; bounded. */
  readonly progress: readonly RunProgress[];
  /** What the script gave to `codemode.display`. */
  readonly displays: readonly ContentBlock[];
  /** From the request to the outcome, waiting for servers and people included. */
  readonly durationMs: number;
}
