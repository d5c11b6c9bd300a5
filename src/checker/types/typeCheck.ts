// Requests and results of the type check. They are plain data, because they cross from the checker's thread.
import type { ScriptFix, ScriptProblemCode, SourcePosition } from '../checkedScript.ts';

export interface TypeCheckRequest {
  /** The author's code, as in `PreparedScript.source`. */
  readonly source: string;
  /** Declarations of the globals and of the tools that the script may call, complete in themselves. */
  readonly declarations: string;
}

type TypeFindingCode = Extract<ScriptProblemCode, 'type_error' | 'missing_await'>;

/** One cause for which a script would fail or mislead. */
export interface TypeFinding {
  readonly code: TypeFindingCode;
  /** One sentence that says what is wrong. */
  readonly message: string;
  readonly position: SourcePosition;
  /** Advice on what to do next, if the tool's signature does not say it. */
  readonly hint?: string;
  /** Set if the advice is one unambiguous change of the code. */
  readonly fix?: ScriptFix;
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

export type TypeCheck =
  /** At most five findings, one per cause, in source order. */
  | { readonly checked: true; readonly findings: readonly TypeFinding[] }
  /** The script runs without the check. `reason` is in the log. */
  | { readonly checked: false; readonly reason: string };

/** The port that the engine uses. */
export interface TypeChecker {
  /** Loads in the background what a check needs, for `source` if it is known. */
  warm(source?: string): void;
  /** Rejects only when aborted or disposed. */
  check(request: TypeCheckRequest, signal: AbortSignal): Promise<TypeCheck>;
}
