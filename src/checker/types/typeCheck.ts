// What the type check is asked and what it answers. Plain data: it crosses from the checker's thread.
import type { ScriptFix, ScriptProblemCode, SourcePosition } from '../checkedScript.ts';

export interface TypeCheckRequest {
  /** The author's code, as in `PreparedScript.source`. */
  readonly source: string;
  /** The globals of scripts and the tools that this one may call, complete in themselves. */
  readonly declarations: string;
}

type TypeFindingCode = Extract<ScriptProblemCode, 'type_error' | 'missing_await'>;

/** One cause for which a script would fail or mislead. */
export interface TypeFinding {
  readonly code: TypeFindingCode;
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly position: SourcePosition;
  /** What to do next, if the tool's signature does not tell. */
  readonly hint?: string;
  /** Where that is one certain change of the code. */
  readonly fix?: ScriptFix;
  /** The tool whose signature tells what to do next, by the names in the declarations. */
  readonly tool?: ToolName;
  /** The field that an answer lacks. */
  readonly field?: MissingField;
  /** The server whose tools tell what to do next. */
  readonly server?: string;
}

interface MissingField {
  readonly name: string;
  /** The field that was probably meant. */
  readonly near?: string;
  /** Whose answer it is. */
  readonly tool: ToolName;
}

export interface ToolName {
  readonly server: string;
  readonly tool: string;
}

export type TypeCheck =
  /** At most five findings, one per cause, in source order. */
  | { readonly checked: true; readonly findings: readonly TypeFinding[] }
  /** The script goes on unchecked; `reason` is in the log. */
  | { readonly checked: false; readonly reason: string };

/** The port the engine sees. */
export interface TypeChecker {
  /** Loads in the background what a check needs: of `source`, where that is known. */
  warm(source?: string): void;
  /** Rejects only when aborted or disposed. */
  check(request: TypeCheckRequest, signal: AbortSignal): Promise<TypeCheck>;
}
