// Bad luck, one file each in `faults/`: a script, what goes wrong in it, and how its run must end; its host's next run works. What
// some do to the host is measured: it does not stand still, and it does not grow.
import assert from 'node:assert/strict';
import { everyTest } from '../fakes/everyTest.ts';
import { assertHardlyStill } from './eventLoopWatch.ts';
import { endOfFault, expectedEnd, runFault, warmUp } from './faultRuns.ts';
import { onEachEngine, returned } from './sandboxBed.ts';
import { readScripts } from './scriptFiles.ts';

/** How far the host may grow, in bytes. */
const mostGrowth = 30 * 1_048_576;
/** Those that send the host most, or take most from it. All are measured by `npm run bench` and `npm run test:long`. */
const measured = [
  ...['deepAnswer', 'floodOfCalls', 'floodOfLogs', 'floodOfProgress', 'heapPush', 'hugeAnswer', 'hugeLog', 'hugeResultOfMany'],
  ...['loop', 'manyLargeInputsAtOnce', 'noise', 'residentBuffers', 'wideAnswer'],
];
/** On the second engine: one of each kind, and the measured ones. */
const onSecondEngine = [
  ...measured,
  ...['bigIntPower', 'deepResult', 'floodOfAwaitedCalls', 'heapStrings', 'hugeResult', 'loopInGetter', 'loopInTimer', 'microtasks'],
  ...['neverSettles', 'recursion', 'regularExpression', 'rejectUnhandled', 'serverThatNeverAnswers', 'throwProxy'],
];

onEachEngine('a fault', (sandbox, engine) => {
  const faults = readScripts('faults');
  const runs = (name: string) => engine === 'process' || everyTest || onSecondEngine.includes(name);

  before(() => warmUp(sandbox()));

  for (const fault of faults.filter(({ name }) => runs(name))) {
    const expected = expectedEnd(fault, engine);
    it(`of ${fault.name} ends with ${expected}, and the next run works`, async () => {
      assert.equal(await endOfFault(sandbox(), fault, engine), expected);
      assert.equal(await returned(sandbox(), 'return 1'), 1);
    });
  }

  for (const fault of faults.filter(({ name }) => everyTest || measured.includes(name))) {
    it(`of ${fault.name} leaves the host as before`, () =>
      assertHardlyStill(async () => {
        const { stillMs, grownBytes } = await runFault(sandbox(), fault, engine);
        assert.ok(grownBytes <= mostGrowth, `it grew by ${Math.round(grownBytes / 1_048_576)} MB`);
        return stillMs;
      }));
  }

  it('was tried in at least 80 ways', () => assert.ok(faults.length >= 80));

  it('is measured where the list above says so', () => {
    const names = faults.map(({ name }) => name);
    assert.deepEqual(
      onSecondEngine.filter((name) => !names.includes(name)),
      [],
    );
  });
});
