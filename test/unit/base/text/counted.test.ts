import assert from 'node:assert/strict';
import { grouped } from '../../../../src/base/text/counted.ts';

describe('a whole number in a text', () => {
  it('has a comma before each three digits, as in English', () => {
    const numbers = [0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, -5, -1_234, Number.MAX_SAFE_INTEGER];
    assert.deepEqual(
      numbers.map(grouped),
      numbers.map((count) => count.toLocaleString('en-US')),
    );
  });
});
