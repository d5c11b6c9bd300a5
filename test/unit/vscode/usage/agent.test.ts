import assert from 'node:assert/strict';
import { isOfAgent } from '../../../../src/vscode/usage/agent.ts';

describe('a script of our agent', () => {
  for (const code of [
    '// Code Mode\nreturn 1',
    '\n//Code Mode\nreturn 1',
    '```ts\n// Code Mode\nreturn 1\n```',
    '// code mode: sums',
  ]) {
    it(`is one that begins as its instructions say: ${JSON.stringify(code)}`, () =>
      assert.ok(isOfAgent(code)));
  }

  for (const code of ['return 1', 'return "// Code Mode"', '// Code Modern', undefined, {}]) {
    it(`is not ${JSON.stringify(code)}`, () => assert.ok(!isOfAgent(code)));
  }
});
