// A finding while it is still tied to the tree: told at the start of a node, once per cause.
import type * as ts from 'typescript';
import type { ScriptFix } from '../checkedScript.ts';
import type { TypeFinding } from './typeCheck.ts';

export interface LocalFinding extends Omit<TypeFinding, 'position' | 'fix'> {
  readonly node: ts.Node;
  /** At the start of `node`. */
  readonly fix?: Omit<ScriptFix, 'position'> | undefined;
  /** Findings of the same cause count once; the message unless given. */
  readonly cause?: unknown;
}
