import assert from 'node:assert/strict';
import { backoffMs } from '../../../../src/mcp/protocol/backoff.ts';

describe('backoffMs', () => {
  const times = { firstMs: 500, capMs: 30_000 };

  it('doubles with each failure up to the cap', () => {
    assert.deepEqual(
      [0, 1, 2, 5, 6, 7].map((failures) => backoffMs(failures, times)),
      [500, 1_000, 2_000, 16_000, 30_000, 30_000],
    );
  });

  it('stays at the cap however often it failed', () => {
    assert.equal(backoffMs(5_000, times), 30_000);
  });
});
