// What the checker says of a script before anything runs. Plain data: it crosses from the checker's thread.

/** A place in the code as its author wrote it. Both count from 1, as editors and TypeScript's messages do. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

/** A place where the script names a tool: `tools.geo.getCity`, `tools["geo"]["get_city"]`; or what else a server offers. */
export interface ToolReference {
  readonly server: string;
  /** Absent where only the server is named: `const geo = tools.geo`. */
  readonly tool?: string;
  /** `tools.geo.$resources`, `tools.geo.$prompts` */
  readonly feature?: 'resources' | 'prompts';
  readonly position: SourcePosition;
  /** Of the call that stands there: 0 where it is only given a name; absent where the code does not tell. */
  readonly times?: CallCount;
  /** The arguments that the code spells out, where the line of the call does not show them: `path: "a.txt", text: …`. */
  readonly arguments?: string;
}

/** How often a call is made at most: a number, or as often as a loop or a list has it. */
export type CallCount = number | 'loop';

/** Of different places together. */
export function sumOfCounts(a: CallCount | undefined, b: CallCount | undefined): CallCount | undefined {
  if (a === undefined || b === undefined) return undefined;
  return a === 'loop' || b === 'loop' ? 'loop' : a + b;
}

/** Of calls that are made in each of other calls. */
export function productOfCounts(a: CallCount | undefined, b: CallCount | undefined): CallCount | undefined {
  if (a === undefined || b === undefined || a === 0 || b === 0) return undefined;
  return a === 'loop' || b === 'loop' ? 'loop' : a * b;
}

export type ScriptProblemCode =
  | 'empty_code'
  | 'code_too_large'
  | 'syntax_error'
  | 'forbidden_syntax' // import, with, ...
  | 'type_error' // a tool, a result or a value is used in a way that its type rules out
  | 'missing_await' // a Promise is dropped, or used as if it were its value
  | 'unknown_global' // a name that nothing declares, or one that is deliberately absent (`fetch`, `process`)
  | 'unknown_server'
  | 'unknown_tool'
  | 'excluded_tool'
  | 'server_unavailable';

/** A correction that an editor can make. */
export interface ScriptFix {
  readonly position: SourcePosition;
  /** What stands there. */
  readonly replaces: string;
  readonly by: string;
}

/** One reason why a script does not run, for the model or the person who wrote it. */
export interface ScriptProblem {
  readonly code: ScriptProblemCode;
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly position?: SourcePosition;
  /** The author's line at `position`, untrimmed at the start, cut at 200 characters. */
  readonly sourceLine?: string;
  /** What to do next: the nearest real name with its signature, the allowed form. */
  readonly hint?: string;
  /** Where that is one certain change of the code. */
  readonly fix?: ScriptFix;
}

/** A value that the script can return. */
export interface ReturnedValue {
  readonly position: SourcePosition;
  /** Of an object or array that stands there in full: its parts by key, constants left out. Absent: any part is possible. */
  readonly parts?: readonly (readonly [key: string | number, value: ReturnedValue])[];
}

/** Where a script can come to an end that the runtime knows no place of. Each list is complete. */
export interface ScriptLocations {
  /** Constants are left out. */
  readonly returns: readonly ReturnedValue[];
  /** Where a value that may be no Error is thrown or rejected with. */
  readonly throws: readonly SourcePosition[];
  /** What may never settle although no call is under way. */
  readonly waits: readonly SourcePosition[];
  /** Where timers are started. */
  readonly timers: readonly SourcePosition[];
}

/** A script that may run. */
export interface PreparedScript {
  /** The author's code without its Markdown fence: what positions and quoted lines refer to. */
  readonly source: string;
  /** JavaScript: the body of one async function (top-level `await` and `return`), lines as in `source`. */
  readonly body: string;
  /** Every statically named tool or server, in source order. */
  readonly references: readonly ToolReference[];
  /** True when tools are reached in a way that no static list can foresee: `tools[name]`, `f(tools)`. */
  readonly dynamic: boolean;
  /** The script looks through the catalog itself: it uses `codemode.search` or `codemode.describe`. */
  readonly searches: boolean;
  /** Handles of earlier results the script names: `codemode.results.r7` gives `r7`. */
  readonly resultHandles: readonly string[];
  readonly locations: ScriptLocations;
  /** The author's position of a place in `body` (both from 1). */
  toSource(position: SourcePosition): SourcePosition;
}

export type Preparation =
  | { readonly ok: true; readonly script: PreparedScript }
  /** At most five, one per cause, in source order. */
  | { readonly ok: false; readonly problems: readonly ScriptProblem[] };

/** The port the engine sees. */
export interface Checker {
  /** Understands the form of the code, strips types, refuses what may not run. Rejects only when aborted or disposed. */
  prepare(code: string, signal: AbortSignal): Promise<Preparation>;
  /** Ends its thread; what is being prepared rejects. */
  dispose(): Promise<void>;
}
