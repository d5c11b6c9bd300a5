import assert from 'node:assert/strict';
import { sandboxEngines } from '../../src/sandbox/host/sandboxPort.ts';
import { fuzz } from './fuzz.ts';

describe('the border of the sandbox', () => {
  for (const engine of sandboxEngines) {
    it(`withstands random frames and passes random values on as promised [${engine}]`, async () => {
      const report = await fuzz(1, 5, engine);
      assert.equal(report.failure, undefined);
      assert.ok(report.frames > 10 && report.values > 500, JSON.stringify(report));
    });
  }
});
