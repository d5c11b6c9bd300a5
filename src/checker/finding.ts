// A problem that one phase of the checker has found, before it is placed at the author's line and column.
import type { ScriptFix, ScriptProblem } from './checkedScript.ts';

export interface Finding extends Pick<ScriptProblem, 'code' | 'message' | 'hint'> {
  /** Offset in the text that the phase was given. */
  readonly offset: number;
  /** A fix at `offset`. */
  readonly fix?: Omit<ScriptFix, 'position'>;
}
