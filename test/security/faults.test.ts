// Tests faulty scripts, one file each in `faults/`: a script, its fault, and the expected end of its run. All run in
// one sandbox, so each also shows that the earlier faults left the sandbox intact. For some, the host is measured: it
// must stay responsive and must not grow. `npm test` runs one or more of each kind; `npm run test:full` runs all on
// both engines, measures all, and runs a plain script after each.
import assert from 'node:assert/strict';
import type { SandboxOutcome } from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { assertHardlyStill } from '../sandbox/eventLoopWatch.ts';
import { expectedEnd, measureFault, runFault, warmUp } from './faultRuns.ts';
import { onEachEngine, returned } from '../sandbox/sandboxBed.ts';
import { readScripts } from './scriptFiles.ts';

const words = (text: string) => text.trim().split(/\s+/);
/** Maximum growth of the host, in bytes. */
const mostGrowth = 30 * 1_048_576;
/**
 * These faults send the host most data, or use most of it. `npm run bench` and `npm run test:full` measure all faults.
 */
const measured = words(`
  floodOfCalls floodOfLogs floodOfProgress heapPush hugeAnswer manyLargeInputsAtOnce newNamesInLists
  residentBuffers wideAnswer
`);
/** One fault of each kind also runs on the second engine. */
const onSecondEngine = words(`
  bigIntPower deepResult floodOfLogs heapPush hugeResult loop neverSettles recursion
  serverThatNeverAnswers throwProxy wideAnswer
`);

/**
 * Faults that only full runs try; `npm test` runs others of their kind: loops, heaps, memory outside of a heap, floods.
 */
const inFullRunsAlone = words(`
  asyncGenerator dateLoop fibonacci floodOfAwaitedCalls floodOfDisplays floodOfLongLogs heapClosures
  heapFill heapInMicrotasks heapMap heapObjects heapPromises heapRecursiveArray heapSet heapStrings
  heapStructuredClone heapSymbols hugeDisplay hugeThrown jsonLoop loopAfterReturn loopInCatch
  loopInComparator loopInFunction loopInGenerator loopInGetter loopInInput loopInIterator
  loopInProxyTrap loopInReplacer loopInTimer loopInToString manyLargeInputs manyNamesAtOnce manyTimers
  manyUnhandledCalls promiseChain queueMicrotaskChain regularExpressionReplace residentClones
  residentEncoded residentFlattened residentFloats residentOneBuffer timerChain
`);

onEachEngine('a fault', (sandbox, engine) => {
  const faults = readScripts('faults');
  const runs = (name: string) =>
    everyTest || (engine === 'process' ? !inFullRunsAlone.includes(name) : onSecondEngine.includes(name));

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
