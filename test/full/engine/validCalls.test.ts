// As test/engine/validCalls.test.ts, with more schemas.
import assert from 'node:assert/strict';
import { refusedCalls } from '../../fakes/refusedCalls.ts';

describe('10,000 calls whose inputs fit their random schemas', function () {
  this.timeout(3_600_000);

  it('are refused neither before a run nor during it', async () =>
    assert.deepEqual(await refusedCalls(501, 10_000), []));
});
