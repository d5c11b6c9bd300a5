// What a phase has against a script, before it is placed at the author's line and column.
import type { ScriptFix, ScriptProblemCode } from './checkedScript.ts';

export interface Finding {
  readonly code: ScriptProblemCode;
  /** One sentence. */
  readonly message: string;
  /** Counts in the text that the phase was given. */
  readonly offset: number;
  readonly hint?: string;
  /** At `offset`. */
  readonly fix?: Omit<ScriptFix, 'position'>;
}
