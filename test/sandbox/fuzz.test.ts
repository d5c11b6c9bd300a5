import assert from 'node:assert/strict';
import { fuzz } from './fuzz.ts';

describe('the border of the sandbox', () => {
  it('withstands random frames and passes random values on as promised', async () => {
    const report = await fuzz(1, 5);
    assert.equal(report.failure, undefined);
    assert.ok(report.frames > 10 && report.values > 500, JSON.stringify(report));
  });
});
