// A Promise used as if it were its value: the finding is at the call that gives it, where `await` belongs.
import * as ts from 'typescript';
import type { LocalFinding } from './localFinding.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';

const LONGEST_FIX = 1_000;

/** `await` before the value, in parentheses where something is read of it; undefined where there is no `await`. */
export function awaitFix(value: ts.Node, types: ScriptTypes): LocalFinding['fix'] {
  const around = ts.findAncestor(value.parent, ts.isFunctionLike);
  if (around && !(ts.getCombinedModifierFlags(around) & ts.ModifierFlags.Async)) return undefined;
  const replaces = value.getText(types.file);
  if (!ts.isCallExpression(value) || replaces.length > LONGEST_FIX) return undefined;
  const { parent } = value;
  const isRead =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent) || ts.isCallExpression(parent)) &&
    parent.expression === value;
  return { replaces, by: isRead ? `(await ${replaces})` : `await ${replaces}` };
}

/** `use` shows what is done with the value, when that is short: `.city`. */
export function missingAwait(value: ts.Node, types: ScriptTypes, use = ''): LocalFinding {
  const origin = ts.isExpression(value) ? types.origin(value) : value;
  const call = ts.isCallExpression(origin) ? types.callCode(origin) : types.code(origin);
  const found = { code: 'missing_await', node: origin, cause: origin, fix: awaitFix(origin, types) } as const;
  const plain = ts.isExpression(value) ? unwrapped(value) : value;
  if (ts.isIdentifier(plain) && origin !== plain) {
    return {
      ...found,
      message: `\`${plain.text}\` is a Promise: await its call.`,
      hint: `Write \`await ${call}\`.`,
    };
  }
  return {
    ...found,
    message: `\`${call}\` gives a Promise: await it.`,
    hint: `Write \`${use === '' ? `await ${call}` : `(await ${call})${use}`}\`.`,
  };
}
