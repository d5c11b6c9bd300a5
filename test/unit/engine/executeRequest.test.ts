import assert from 'node:assert/strict';
import { invalidRequest } from '../../../src/engine/executeRequest.ts';
import { limitBounds } from '../../../src/sandbox/host/limitBounds.ts';
import { defaultLimits } from '../../../src/sandbox/host/sandboxPort.ts';

const most = defaultLimits.codeBytes;

describe('a request to execute', () => {
  it('may have code of the greatest length', () => {
    assert.equal(most, limitBounds.codeBytes.maximum);
    assert.equal(invalidRequest({ code: `return "${'x'.repeat(most - 9)}"` }, defaultLimits), undefined);
  });

  it('is refused where its code is longer, by bytes', () => {
    const problem = invalidRequest({ code: `return "${'é'.repeat(most / 2)}"` }, defaultLimits);
    assert.equal(problem?.code, 'code_too_large');
    assert.match(problem.message, /1,048,585 bytes.*1,048,576 /);
    assert.match(problem.hint ?? '', /codemode\.args/);
  });

  for (const code of [undefined, null, 42, {}, ['return 1']]) {
    it(`is refused where its code is no string: ${JSON.stringify(code)}`, () => {
      const problem = invalidRequest({ code }, defaultLimits);
      assert.equal(problem?.code, 'invalid_request');
      assert.match(problem.message, /must be a TypeScript string/);
    });
  }

  for (const title of [null, 42, {}, ['Counts']]) {
    it(`is refused where its title is no string: ${JSON.stringify(title)}`, () => {
      const problem = invalidRequest({ code: 'return 1', title }, defaultLimits);
      assert.equal(problem?.code, 'invalid_request');
      assert.match(problem.message, /^`title` must be a string, not (?:null|number|object|array)\.$/);
    });
  }

  it('may have a title of any length', () => {
    for (const title of ['', 'x'.repeat(1_000_000)])
      assert.equal(invalidRequest({ code: 'return 1', title }, defaultLimits), undefined);
  });
});
