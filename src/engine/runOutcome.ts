// What one run came to: the same data for the chat, the editor and the terminal, each of which words it in its way.
import type { JsonValue } from '../catalog/json.ts';
import type { ToolError } from '../catalog/toolError.ts';
import type { ContentBlock } from '../catalog/toolSource.ts';
import type { ScriptProblemCode, SourcePosition } from '../checker/checkedScript.ts';
import type { LogEntry, SandboxFailureCode } from '../sandbox/host/sandboxPort.ts';

export type RunErrorCode =
  | ScriptProblemCode
  | SandboxFailureCode
  | 'invalid_request' // the request itself is wrong: code that is not a string, a timeout out of range
  | 'tool_error' // a tool call failed and the script did not catch it
  | 'denied'; // a person, or the terminal's policy, refused the run

export interface RunError {
  readonly code: RunErrorCode;
  /** One sentence: what failed. */
  readonly message: string;
  /** In the author's code. */
  readonly position?: SourcePosition;
  /** The author's line at `position`. */
  readonly sourceLine?: string;
  /** What to do next. */
  readonly hint?: string;
  readonly toolError?: ToolError;
}

/** `unknown`: the call was in flight when the run ended, so the tool may or may not have done its work. */
export type CallState = 'finished' | 'failed' | 'unknown';

export interface CallRecord {
  readonly sequence: number;
  /** Raw names; of a name that does not exist, the script's own. */
  readonly server: string;
  readonly tool: string;
  readonly path: string;
  readonly state: CallState;
  /** Whether the tool can write: it is not marked read-only. */
  readonly writes: boolean;
  readonly ms: number;
  /** Why it failed. */
  readonly message?: string;
  /** What its server last said of its progress. */
  readonly progress?: CallProgress;
}

export interface CallProgress {
  readonly message: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

export interface RunOutcome {
  readonly ok: boolean;
  /** undefined when the script returned nothing, or failed. */
  readonly value: JsonValue | undefined;
  /** Empty when `ok`. Several only when the code was refused before it ran. */
  readonly errors: readonly RunError[];
  /** What the type check found and did not stop the run for. */
  readonly warnings: readonly RunError[];
  readonly logs: readonly LogEntry[];
  /** What was read as what, where the code left that open; one sentence each. */
  readonly notes: readonly string[];
  /** In the order in which the script made them. */
  readonly calls: readonly CallRecord[];
  /** What the script gave to `codemode.display`. */
  readonly displays: readonly ContentBlock[];
  /** From the request to the outcome, waiting for servers and people included. */
  readonly durationMs: number;
}
