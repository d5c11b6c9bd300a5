// Tests the first of the three promises: valid input is never refused. test/full/engine tries 10,000 calls.
import assert from 'node:assert/strict';
import { refusedCalls } from '../fakes/refusedCalls.ts';
import { everyTest } from '../fakes/everyTest.ts';

const calls = everyTest ? 500 : 75;

describe(`${calls} calls whose inputs fit their random schemas`, function () {
  this.timeout(300_000);

  it('are refused neither before a run nor during it', async () =>
    assert.deepEqual(await refusedCalls(1, calls), []));
});
