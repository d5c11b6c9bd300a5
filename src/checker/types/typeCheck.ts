// Requests and results of the type check. They are plain data, because they cross from the checker's thread.
import type { PreparedScript, ScriptProblem, ScriptProblemCode, SourcePosition } from '../checkedScript.ts';

export interface TypeCheckRequest extends Pick<PreparedScript, 'source' | 'result'> {
  /** Declarations of the globals and of the tools that the script may call, complete in themselves. */
  readonly declarations: string;
}

/** One cause for which a script would fail or mislead. `hint` is set if the tool's signature does not say it. */
export interface TypeFinding extends Pick<ScriptProblem, 'message' | 'hint' | 'fix'> {
  readonly code: Extract<ScriptProblemCode, 'type_error' | 'missing_await'>;
  readonly position: SourcePosition;
  /** The tool whose signature helps, with the names in the declarations. */
  readonly tool?: ToolName;
  /** The field that an answer lacks. */
  readonly field?: MissingField;
  /** The server whose list of tools helps. */
  readonly server?: string;
}

interface MissingField {
  readonly name: string;
  /** The field that was probably meant. */
  readonly near?: string;
  /** The tool whose answer lacks the field. */
  readonly tool: ToolName;
}

export interface ToolName {
  readonly server: string;
  readonly tool: string;
}

/** The port that the engine uses. */
export interface TypeChecker {
  /** Loads in the background what a check needs, for `source` if it is known. */
  warm(source?: string): void;
  /**
   * Returns at most five findings, one per cause, in source order; undefined, with the reason in the log, if the script
   * could not be checked. Rejects only when aborted or disposed.
   */
  check(request: TypeCheckRequest, signal: AbortSignal): Promise<readonly TypeFinding[] | undefined>;
}
