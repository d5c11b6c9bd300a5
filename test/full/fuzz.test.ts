// The fuzz of test/sandbox for two minutes on each engine, from a new seed, which a failure names.
// `node test/security/fuzz.ts --seconds 600` goes on for longer.
import assert from 'node:assert/strict';
import { sandboxEngines } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { fuzz } from '../security/fuzz.ts';

const seconds = 120;

describe('the border of the sandbox', () => {
  for (const engine of sandboxEngines) {
    const seed = Date.now() % 1_000_000;
    it(`withstands ${seconds} s of random frames and values, seed ${seed} [${engine}]`, async () => {
      const until = performance.now() + seconds * 1_000;
      assert.equal((await fuzz(seed, () => performance.now() >= until, engine)).failure, undefined);
    }).timeout(2 * seconds * 1_000);
  }
});
