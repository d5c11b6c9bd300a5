import assert from 'node:assert/strict';
import { growth, soak } from './soak.ts';

describe('a host', () => {
  it('is as before after 200 runs, 20 at a time, with faults among them', async () => {
    assert.equal(growth(await soak(200, 20, () => undefined)), undefined);
  }).timeout(120_000);
});
