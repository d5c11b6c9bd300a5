import assert from 'node:assert/strict';
import { formatAge } from '../../../../src/engine/formatting/formatAge.ts';

describe('formatAge', () => {
  const minute = 60_000;
  for (const [ms, text] of [
    [0, 'just now'],
    [-minute, 'just now'],
    [minute, '1 min ago'],
    [119 * minute, '1 h ago'],
    [24 * 60 * minute, '1 d ago'],
  ] as const) {
    it(`calls ${ms} ms ${text}`, () => assert.equal(formatAge(1e12 - ms, 1e12), text));
  }
});
