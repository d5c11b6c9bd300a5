// Tests the number of spares in the pool: more while runs find none ready, but always bounded; none after the only run.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { SandboxInstance, InstanceStartFailure } from '../../../../src/sandbox/supervisor/instance.ts';
import { InstancePool } from '../../../../src/sandbox/supervisor/instancePool.ts';

const shape = { heapMb: 64, cpuMs: 1_000, timeZone: 'UTC' };
const mostSpares = Math.min(4, availableParallelism());

/** Instances that become ready when a test says so. */
class FakeInstances {
  readonly started: { ready: () => void; instance: SandboxInstance }[] = [];
  #heard = Promise.withResolvers<undefined>();

  readonly start = (): SandboxInstance => {
    const ready = Promise.withResolvers<InstanceStartFailure | undefined>();
    const gone = Promise.withResolvers<undefined>();
    const lifecycle = {
      ready: ready.promise,
      gone: gone.promise,
      alive: true,
      kill: () => {
        lifecycle.alive = false;
        ready.resolve({ kind: 'stopped', message: 'Stopped.', final: true });
        gone.resolve(undefined);
      },
    };
    const instance = { shape, lifecycle } as unknown as SandboxInstance;
    this.started.push({ ready: () => ready.resolve(undefined), instance });
    this.#heard.resolve(undefined);
    this.#heard = Promise.withResolvers();
    return instance;
  };

  async untilStarted(count: number): Promise<void> {
    while (this.started.length < count) await this.#heard.promise;
    for (const { ready } of this.started) ready();
  }

  pool(replaces: boolean): InstancePool {
    return new InstancePool({
      start: this.start,
      spares: 1,
      replaces,
      idleMs: 60_000,
      advice: '',
      note: () => undefined,
    });
  }
}

describe('the pool of instances', () => {
  it('adds spares while runs find none ready, up to its bound, and leaves none when it is closed', async () => {
    const instances = new FakeInstances();
    const pool = instances.pool(true);
    const memory = process.availableMemory.bind(process);
    process.availableMemory = () => 2 ** 33;
    try {
      const runs = Array.from({ length: 10 }, () => pool.acquire(shape));
      for (const { ready } of instances.started) ready();
      const taken = await Promise.all(runs);
      pool.warm(shape);
      assert.deepEqual([taken.length, instances.started.length], [10, 10 + Math.max(1, mostSpares)]);
    } finally {
      process.availableMemory = memory;
      await pool.close();
    }
    assert.ok(instances.started.every(({ instance }) => !instance.lifecycle.alive));
  });

  it('starts as many as runs are about to come', async () => {
    const instances = new FakeInstances();
    const pool = instances.pool(true);
    pool.warm(shape, 2);
    assert.equal(instances.started.length, Math.min(2, mostSpares));
    await pool.close();
  });

  it('has an instance ready for each run that another one starts, also where it does not replace what the last run used', async () => {
    const instances = new FakeInstances();
    const pool = instances.pool(false);
    pool.warm(shape);
    await instances.untilStarted(1);
    await pool.acquire(shape);
    const over = pool.expectMore();
    for (const count of [2, 3, 4]) {
      await instances.untilStarted(count);
      await pool.acquire(shape);
      pool.onRunEnded();
    }
    await instances.untilStarted(5);
    over();
    await pool.acquire(shape);
    pool.onRunEnded();
    await setImmediate();
    assert.equal(instances.started.length, 5);
    await pool.close();
  });

  it('keeps one more instance once a run has started another', async () => {
    const instances = new FakeInstances();
    const pool = instances.pool(true);
    pool.warm(shape);
    await instances.untilStarted(1);
    await pool.acquire(shape);
    pool.expectMore()();
    pool.onRunEnded();
    await instances.untilStarted(2);
    await setImmediate();
    assert.equal(instances.started.length, 1 + Math.min(2, mostSpares));
    await pool.close();
  });

  for (const [replaces, started] of [
    [true, 2],
    [false, 1],
  ] as const) {
    it(`${replaces ? 'replaces' : 'does not replace'} what a run has used where replaces is ${replaces}`, async () => {
      const instances = new FakeInstances();
      const pool = instances.pool(replaces);
      pool.warm(shape);
      for (const { ready } of instances.started) ready();
      await pool.acquire(shape);
      pool.onRunEnded();
      await setImmediate();
      assert.equal(instances.started.length, started);
      await pool.close();
    });
  }
});
