import assert from 'node:assert/strict';
import { sandboxEngines } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { fuzz } from './fuzz.ts';
import { fullTest } from '../fakes/everyTest.ts';

/**
 * Number of runs for each engine. Frames always come from a process, so the other engine only needs a few runs for
 * values.
 */
const runsOf = { process: 6, wasm: 2 };

describe('the border of the sandbox', () => {
  for (const engine of sandboxEngines) {
    (engine === 'process' ? it : fullTest)(
      `withstands random frames and passes random values on as promised [${engine}]`,
      async () => {
        const runs = runsOf[engine];
        const report = await fuzz(1, (begun) => begun >= runs, engine);
        assert.equal(report.failure, undefined);
        // Every second run sends frames; the others send 50 values each.
        assert.deepEqual([report.frames, report.values], [runs / 2, (runs / 2) * 50]);
      },
    );
  }
});
