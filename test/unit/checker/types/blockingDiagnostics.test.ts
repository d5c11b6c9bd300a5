import assert from 'node:assert/strict';
import * as ts from 'typescript';
import { blockingDiagnostics } from '../../../../src/checker/types/checkTypes.ts';

/** TypeScript's own table of messages, which its types do not show. */
const { Diagnostics } = ts as unknown as {
  readonly Diagnostics: Readonly<Record<string, { readonly code: number }>>;
};
const codes = new Set(Object.values(Diagnostics).map(({ code }) => code));

describe('the table of blocking diagnostics', () => {
  for (const code of blockingDiagnostics.keys()) {
    it(`names a diagnostic of this TypeScript: ${code}`, () => assert.ok(codes.has(code)));
  }
});
