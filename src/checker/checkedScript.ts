// The result of the checker for a script, before it runs: plain data, because it crosses from the checker's thread.

/**
 * A place in the code as its author wrote it. Line and column count from 1, as in editors and TypeScript's messages.
 */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A place where the script names a tool, such as `tools.geo.getCity` or `tools["geo"]["get_city"]`, or a feature. */
export interface ToolReference {
  readonly server: string;
  /** Absent if the script names only the server, as in `const geo = tools.geo`. */
  readonly tool?: string;
  /** Set for `tools.geo.$resources` and `tools.geo.$prompts`. */
  readonly feature?: 'resources' | 'prompts';
  readonly position: SourcePosition;
  /**
   * Maximum number of calls that the script makes at this place; 0 if the place only names the tool; absent if unknown.
   */
  readonly times?: CallCount;
  /** The literal arguments of the call, such as `path: "a.txt", text: …`; absent if the line of the call shows them. */
  readonly arguments?: string;
}

/** Maximum number of times a call is made: a number, or `loop` for a number that the code does not show. */
export type CallCount = number | 'loop';

/** Returns the count for calls at different places together. */
export function sumOfCounts(a: CallCount | undefined, b: CallCount | undefined): CallCount | undefined {
  if (a === undefined || b === undefined) return undefined;
  return a === 'loop' || b === 'loop' ? 'loop' : a + b;
}

/** Returns the count for calls that are made within each of other calls. */
export function productOfCounts(a: CallCount | undefined, b: CallCount | undefined): CallCount | undefined {
  if (a === undefined || b === undefined || a === 0 || b === 0) return undefined;
  return a === 'loop' || b === 'loop' ? 'loop' : a * b;
}

export type ScriptProblemCode =
  | 'empty_code'
  | 'code_too_large'
  | 'syntax_error'
  | 'forbidden_syntax' // import, with, ...
  | 'type_error' // the use of a tool, a result or a value contradicts its type
  | 'missing_await' // a Promise is dropped, or used as if it were its value
  | 'unknown_global' // a name without a declaration, or one that the sandbox deliberately lacks (`fetch`, `process`)
  | 'unknown_server'
  | 'unknown_tool'
  | 'excluded_tool'
  | 'server_unavailable';

/** A correction that an editor can make. */
export interface ScriptFix {
  readonly position: SourcePosition;
  /** The text at `position` that the fix replaces. */
  readonly replaces: string;
  readonly by: string;
}

/** One reason why a script does not run, for the model or person who wrote it. */
export interface ScriptProblem {
  readonly code: ScriptProblemCode;
  /** One sentence that says what is wrong. */
  readonly message: string;
  readonly position?: SourcePosition;
  /** The author's line at `position`, with its indentation; of a longer line, 200 characters around it. */
  readonly sourceLine?: string;
  /** Advice on what to do next, such as the nearest real name with its signature, or the allowed form. */
  readonly hint?: string;
  /** Set if the advice is one unambiguous change of the code. */
  readonly fix?: ScriptFix;
}

/** A value that the script can return. */
export interface ReturnedValue {
  readonly position: SourcePosition;
  /** The parts of an object or array literal by key, without constants. Absent if any part is possible. */
  readonly parts?: readonly (readonly [key: string | number, value: ReturnedValue])[];
}

/** Places where a script can end without the runtime knowing the place. Each list is complete. */
export interface ScriptLocations {
  /** The values that the script can return, without constants. */
  readonly returns: readonly ReturnedValue[];
  /** Places that throw or reject with a value that may not be an Error. */
  readonly throws: readonly SourcePosition[];
  /** Places that wait for a value that may never settle although no call is pending. */
  readonly waits: readonly SourcePosition[];
  /** Places that start timers. */
  readonly timers: readonly SourcePosition[];
}

/** A script that may run. */
export interface PreparedScript {
  /** The author's code without its Markdown fence. Positions and quoted lines refer to this text. */
  readonly source: string;
  /** JavaScript: the body of one async function (top-level `await` and `return`), with the same lines as `source`. */
  readonly body: string;
  /** Offset in `source` of the expression that is the result of a script without `return`; absent for other scripts. */
  readonly result?: number;
  /** Every tool or server that the code names statically, in source order. */
  readonly references: readonly ToolReference[];
  /** True if the script reaches tools in a way that no static list can foresee: `tools[name]`, `f(tools)`. */
  readonly dynamic: boolean;
  /** True if the script looks through the catalog with `codemode.search` or `codemode.describe`. */
  readonly searches: boolean;
  /** Handles of earlier results that the script names: `codemode.results.r7` has the handle `r7`. */
  readonly resultHandles: readonly string[];
  /** True if the script reaches earlier results in a way that no list of handles can foresee: `results[handle]`. */
  readonly readsAnyResult: boolean;
  readonly locations: ScriptLocations;
  /** Returns the author's position of a place in `body`. Lines and columns count from 1. */
  toSource(position: SourcePosition): SourcePosition;
}

export type Preparation =
  | { readonly ok: true; readonly script: PreparedScript }
  /** At most five problems, one per cause, in source order. */
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

/** The port that the engine uses. */
export interface Checker {
  /** Recognises the form, removes types, and refuses code that may not run. Rejects only when aborted or disposed. */
  prepare(code: string, signal: AbortSignal): Promise<Preparation>;
  /** Ends the checker's thread. Pending preparations reject. */
  dispose(): Promise<void>;
}
