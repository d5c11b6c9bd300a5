// A problem that one phase of the checker has found, before it is placed at the author's line and column.
import type { ScriptFix, ScriptProblemCode } from './checkedScript.ts';

export interface Finding {
  readonly code: ScriptProblemCode;
  /** One sentence that says what is wrong. */
  readonly message: string;
  /** Offset in the text that the phase was given. */
  readonly offset: number;
  readonly hint?: string;
  /** A fix at `offset`. */
  readonly fix?: Omit<ScriptFix, 'position'>;
}
