// A Promise used as if it were its value: the finding is at the call that gives it, where `await` belongs.
import * as ts from 'typescript';
import type { LocalFinding } from './localFinding.ts';
import { unwrapped, type ScriptTypes } from './scriptTypes.ts';

/** `use` shows what is done with the value, when that is short: `.city`. */
export function missingAwait(value: ts.Node, types: ScriptTypes, use = ''): LocalFinding {
  const origin = ts.isExpression(value) ? types.origin(value) : value;
  const call = ts.isCallExpression(origin) ? types.callCode(origin) : types.code(origin);
  const found = { code: 'missing_await', node: origin, cause: origin } as const;
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
