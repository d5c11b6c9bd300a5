// Bad luck, one file each in `faults/`: a script, what goes wrong in it, and how its run must end. After each the host
// is as it was: it did not stand still, it did not grow, and its next run works.
import assert from 'node:assert/strict';
import { assertHardlyStill } from './eventLoopWatch.ts';
import { expectedEnd, runFault, warmUp } from './faultRuns.ts';
import { onEachEngine, returned } from './sandboxBed.ts';
import { readScripts } from './scriptFiles.ts';

/** How far the host may grow, in bytes. */
const mostGrowth = 30 * 1_048_576;

onEachEngine('a fault', (sandbox, engine) => {
  const faults = readScripts('faults');

  before(() => warmUp(sandbox()));

  for (const fault of faults) {
    const expected = expectedEnd(fault, engine);
    it(`of ${fault.name} ends with ${expected}, and the host is as before`, async () => {
      await assertHardlyStill(async () => {
        const { outcome, stillMs, grownBytes } = await runFault(sandbox(), fault, engine);
        assert.equal(outcome.ok ? 'ok' : outcome.failure.code, expected, JSON.stringify(outcome).slice(0, 500));
        assert.ok(grownBytes <= mostGrowth, `it grew by ${Math.round(grownBytes / 1_048_576)} MB`);
        return stillMs;
      });
      assert.equal(await returned(sandbox(), 'return 1'), 1);
    });
  }

  it('was tried in at least 80 ways', () => assert.ok(faults.length >= 80));
});
