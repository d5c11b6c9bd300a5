// How many spares the pool keeps: more while runs find none ready, and never without bound.
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import type { SandboxInstance, StartFailure } from '../../../../src/sandbox/supervisor/instance.ts';
import { InstancePool } from '../../../../src/sandbox/supervisor/instancePool.ts';

const shape = { heapMb: 64, cpuMs: 1_000, timeZone: 'UTC' };
const mostSpares = Math.min(4, availableParallelism());

describe('the pool of instances', () => {
  it('adds spares while runs find none ready, up to its bound, and leaves none when it is closed', async () => {
    const started: { ready: () => void; instance: SandboxInstance }[] = [];
    const start = (): SandboxInstance => {
      const ready = Promise.withResolvers<StartFailure | undefined>();
      const gone = Promise.withResolvers<undefined>();
      const instance = {
        shape,
        ready: ready.promise,
        gone: gone.promise,
        alive: true,
        kill: () => {
          instance.alive = false;
          ready.resolve({ kind: 'stopped', message: 'Stopped.', final: true });
          gone.resolve(undefined);
        },
      };
      started.push({ ready: () => ready.resolve(undefined), instance: instance as unknown as SandboxInstance });
      return instance as unknown as SandboxInstance;
    };
    const pool = new InstancePool({ start, spares: 1, idleMs: 60_000, advice: '', note: () => undefined });
    const memory = process.availableMemory.bind(process);
    process.availableMemory = () => 2 ** 33;
    try {
      const runs = Array.from({ length: 10 }, () => pool.acquire(shape));
      for (const { ready } of started) ready();
      const taken = await Promise.all(runs);
      pool.warm(shape);
      assert.deepEqual([taken.length, started.length], [10, 10 + Math.max(1, mostSpares)]);
    } finally {
      process.availableMemory = memory;
      await pool.close();
    }
    assert.ok(started.every(({ instance }) => !instance.alive));
  });
});
