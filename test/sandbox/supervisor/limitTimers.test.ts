// Tests the timers of a run whose meter reports too little: each limit stays in force even if nothing measures its
// quantity.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultLimits, type SandboxLimits } from '../../../src/sandbox/host/sandboxPort.ts';
import type { RunFailure } from '../../../src/sandbox/protocol/messages.ts';
import { LimitTimers } from '../../../src/sandbox/supervisor/limitTimers.ts';
import type { ResourceMeter } from '../../../src/sandbox/supervisor/instance.ts';
import type { Reading } from '../../../src/sandbox/supervisor/processMeter.ts';
import { fullTest } from '../../fakes/everyTest.ts';

const failing: Reading = { state: 'failed', reason: 'no tasklist' };
const unknownTime: Reading = { state: 'measured', usage: { cpuMs: undefined, residentBytes: 1 } };

function timersOf(
  meter: ResourceMeter,
  limits: Partial<SandboxLimits>,
): { timers: LimitTimers; breach: Promise<RunFailure & { ms: number }> } {
  const started = performance.now();
  const { promise, resolve } = Promise.withResolvers<RunFailure & { ms: number }>();
  const onBreach = (failure: RunFailure) => resolve({ ...failure, ms: performance.now() - started });
  const timers = new LimitTimers({
    limits: { ...defaultLimits, wallMs: 20_000, ...limits },
    meter,
    onBreach,
  });
  return { timers, breach: promise };
}

function telling(reading: () => Reading, periodMs = 25): ResourceMeter {
  return { periodMs, read: (done) => done(reading()) };
}

describe('the timers of a run', () => {
  it('count the time of work while the meter fails', async () => {
    const { breach } = timersOf(
      telling(() => failing),
      { cpuMs: 200 },
    );
    assert.equal((await breach).code, 'cpu_limit');
  });

  it('count the time of work while the process seems to be gone', async () => {
    const { breach } = timersOf(
      telling(() => ({ state: 'gone' })),
      { cpuMs: 200 },
    );
    assert.equal((await breach).code, 'cpu_limit');
  });

  it('end a run whose meter fails three times in a row, with the reason', async () => {
    const { breach } = timersOf(
      telling(() => failing),
      {},
    );
    const { code, message } = await breach;
    assert.deepEqual(
      [code, /\(no tasklist\).*codeMode\.sandbox\.engine = "wasm"/.test(message)],
      ['meter_failed', true],
      message,
    );
  });

  fullTest('end it only after two seconds, since a cheap meter fails three times in a moment', async () => {
    const { breach } = timersOf(
      telling(() => failing, 1),
      {},
    );
    assert.ok((await breach).ms >= 1_990);
  });

  fullTest('go on when a meter fails now and then', async () => {
    let readings = 0;
    const { timers, breach } = timersOf(
      telling(() => ((readings += 1) % 3 === 0 ? unknownTime : failing), 1_000),
      { wallMs: 5_000 },
    );
    assert.equal((await breach).code, 'timeout');
    timers.stop();
  });

  it('estimate by the time that has passed, and not by the time between two readings', async () => {
    const { timers, breach } = timersOf(
      telling(() => unknownTime, 1_000),
      { cpuMs: 900 },
    );
    const { code, ms } = await breach;
    timers.stop();
    assert.deepEqual([code, ms >= 900], ['cpu_limit', true], `after ${ms} ms`);
  });

  it('do not count the time of calls and of decisions as work', async () => {
    const { timers, breach } = timersOf(
      telling(() => unknownTime),
      { cpuMs: 400, wallMs: 1_000 },
    );
    timers.setWaiting(true);
    await delay(300);
    timers.pause();
    timers.setWaiting(false);
    await delay(300);
    timers.setWaiting(true);
    timers.resume();
    assert.equal((await breach).code, 'timeout');
  });

  it('keep what was counted when the meter works again', async () => {
    let readings = 0;
    const { breach } = timersOf(
      telling(() =>
        (readings += 1) <= 10 ? failing : { state: 'measured', usage: { cpuMs: 5_000, residentBytes: 1 } },
      ),
      { cpuMs: 200 },
    );
    // Ten readings of 25 ms each were missing.
    assert.equal((await breach).code, 'cpu_limit');
  });

  it('judge the memory of the first reading that there is', async () => {
    const { breach } = timersOf(
      telling(() => ({ state: 'measured', usage: { cpuMs: undefined, residentBytes: 1e12 } })),
      {},
    );
    assert.equal((await breach).code, 'memory_limit');
  });
});
