// A finding with the tree node at whose start it is reported.
import type * as ts from 'typescript';
import type { ScriptFix } from '../checkedScript.ts';
import type { TypeFinding } from './typeCheck.ts';

export interface LocalFinding extends Omit<TypeFinding, 'position' | 'fix'> {
  readonly node: ts.Node;
  /** A fix at the start of `node`. */
  readonly fix?: Omit<ScriptFix, 'position'> | undefined;
  /** Findings of the same cause are reported once. Default: the message. */
  readonly cause?: unknown;
}
