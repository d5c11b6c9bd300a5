// Bad luck, one file each in `faults/`: a script, what goes wrong in it, and how its run must end. All run in one sandbox, so each
// shows that the faults before it left the sandbox whole. For some, the host is measured: it does not stand still, and does not grow.
// `npm test` runs one or more of each kind; `npm run test:full` all of them on both engines, measures all, and runs a plain script after each.
import assert from 'node:assert/strict';
import type { SandboxOutcome } from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { assertHardlyStill } from '../sandbox/eventLoopWatch.ts';
import { expectedEnd, measureFault, runFault, warmUp } from './faultRuns.ts';
import { onEachEngine, returned } from '../sandbox/sandboxBed.ts';
import { readScripts } from './scriptFiles.ts';

/** How far the host may grow, in bytes. */
const mostGrowth = 30 * 1_048_576;
/** These send the host most, or take most from it. `npm run bench` and `npm run test:full` measure all of them. */
const measured = [
  ...['floodOfCalls', 'floodOfLogs', 'floodOfProgress', 'heapPush', 'hugeAnswer', 'manyLargeInputsAtOnce', 'newNamesInLists'],
  ...['residentBuffers', 'wideAnswer'],
];
/** One of each kind runs on the second engine, too. */
const onSecondEngine = [
  ...['bigIntPower', 'deepResult', 'floodOfLogs', 'heapPush', 'hugeResult', 'loop', 'neverSettles', 'recursion', 'residentBuffers'],
  ...['serverThatNeverAnswers', 'throwProxy', 'wideAnswer'],
];

/** Others of their kind run under `npm test`: loops, heaps, memory outside of a heap, floods. */
const inFullRunsAlone = [
  ...['asyncGenerator', 'dateLoop', 'fibonacci', 'floodOfAwaitedCalls', 'floodOfDisplays', 'floodOfLongLogs', 'heapClosures'],
  ...['heapFill', 'heapInMicrotasks', 'heapMap', 'heapObjects', 'heapPromises', 'heapRecursiveArray', 'heapSet', 'heapStrings'],
  ...['heapStructuredClone', 'heapSymbols', 'hugeDisplay', 'hugeThrown', 'jsonLoop', 'loopAfterReturn', 'loopInCatch'],
  ...['loopInComparator', 'loopInFunction', 'loopInGenerator', 'loopInGetter', 'loopInInput', 'loopInIterator'],
  ...['loopInProxyTrap', 'loopInReplacer', 'loopInTimer', 'loopInToString', 'manyLargeInputs', 'manyNamesAtOnce', 'manyTimers'],
  ...['manyUnhandledCalls', 'promiseChain', 'queueMicrotaskChain', 'regularExpressionReplace', 'residentClones'],
  ...['residentFlattened', 'residentFloats', 'residentOneBuffer', 'timerChain'],
];

onEachEngine('a fault', (sandbox, engine) => {
  const faults = readScripts('faults');
  const runs = (name: string) => everyTest || (engine === 'process' ? !inFullRunsAlone.includes(name) : onSecondEngine.includes(name));

  before(() => warmUp(sandbox()));

  for (const fault of faults.filter(({ name }) => runs(name))) {
    const expected = expectedEnd(fault, engine);
    const isMeasured = everyTest || measured.includes(fault.name);

    it(`of ${fault.name} ends with ${expected}${isMeasured ? ', and the host is as before' : ''}`, async () => {
      if (isMeasured) await assertHardlyStill(measure);
      else assertEnd(await runFault(sandbox(), fault, engine));
      if (everyTest) await assertNextRuns();
    });

    const assertEnd = (outcome: SandboxOutcome) =>
      assert.equal(outcome.ok ? 'ok' : outcome.failure.code, expected, JSON.stringify(outcome).slice(0, 500));

    const measure = async (): Promise<number> => {
      const { outcome, stillMs, grownBytes } = await measureFault(sandbox(), fault, engine);
      assertEnd(outcome);
      assert.ok(grownBytes <= mostGrowth, `it grew by ${Math.round(grownBytes / 1_048_576)} MB`);
      return stillMs;
    };
  }

  const assertNextRuns = async () => assert.equal(await returned(sandbox(), 'return 1'), 1);

  it('leaves the sandbox ready for the next run', assertNextRuns);

  it('was tried in at least 80 ways', () => assert.ok(faults.length >= 80));

  it('has a file for each name above', () => {
    const names = faults.map(({ name }) => name);
    assert.deepEqual(
      [...measured, ...onSecondEngine, ...inFullRunsAlone].filter((name) => !names.includes(name)),
      [],
    );
  });
});
