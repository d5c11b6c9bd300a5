// Finds Promises that the script uses as if they were their values. The finding is at the call that returns the
// Promise, where `await` belongs.
import * as ts from 'typescript';
import type { ScriptFix } from '../checkedScript.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';
import type { TypeFinding } from './typeCheck.ts';

/** A finding with the tree node at whose start it is reported. */
export interface LocalFinding extends Omit<TypeFinding, 'position' | 'fix'> {
  readonly node: ts.Node;
  /** A fix at the start of `node`. */
  readonly fix?: Omit<ScriptFix, 'position'> | undefined;
  /** Findings of the same cause are reported once. Default: the message. */
  readonly cause?: unknown;
}

const LONGEST_FIX = 1_000;

/** Returns the fix that inserts `await`, in parentheses before a property; undefined where `await` is not allowed. */
export function awaitFix(value: ts.Node, types: ScriptTypes): LocalFinding['fix'] {
  const around = ts.findAncestor(value.parent, ts.isFunctionLike);
  if (around && !(ts.getCombinedModifierFlags(around) & ts.ModifierFlags.Async)) return undefined;
  const replaces = value.getText(types.file);
  if (!ts.isCallExpression(value) || replaces.length > LONGEST_FIX) return undefined;
  const { parent } = value;
  const isRead =
    (ts.isPropertyAccessExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCallExpression(parent)) &&
    parent.expression === value;
  return { replaces, by: isRead ? `(await ${replaces})` : `await ${replaces}` };
}

/** Creates the finding. `use` shows a short use of the value, such as `.city`. */
export function missingAwait(value: ts.Node, types: ScriptTypes, use = ''): LocalFinding {
  const origin = ts.isExpression(value) ? types.origin(value) : value;
  const call = ts.isCallExpression(origin) ? types.callCode(origin) : types.code(origin);
  const plain = ts.isExpression(value) ? unwrapped(value) : value;
  const name = ts.isIdentifier(plain) && origin !== plain ? plain.text : undefined;
  const isRead = use !== '' && name === undefined;
  return {
    code: 'missing_await',
    node: origin,
    message:
      name === undefined
        ? `\`${call}\` gives a Promise: await it.`
        : `\`${name}\` is a Promise: await its call.`,
    hint: `Write \`${isRead ? `(await ${call})${use}` : `await ${call}`}\`.`,
    cause: origin,
    fix: awaitFix(origin, types),
  };
}
