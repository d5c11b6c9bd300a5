import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { Listeners } from '../../../src/base/listeners.ts';
import { SharedReading } from '../../../src/serve/sharedReading.ts';

const { signal } = new AbortController();

describe('a text that all clients read', () => {
  it('is not announced where it comes out as what is still being made', async () => {
    const changes = new Listeners();
    const [servers, again] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let [made, announced] = [0, 0];
    const make = async () => {
      made += 1;
      if (made === 2) again.resolve(undefined);
      await servers.promise;
      return 'the same';
    };
    using reading = new SharedReading({
      make,
      onDidChange: (listener) => changes.add(listener),
      log: () => undefined,
    });
    reading.onDidChange(() => (announced += 1));
    const first = reading.read(signal);
    changes.fire();
    await again.promise;
    servers.resolve(undefined);
    await first;
    await reading.read(signal);
    await setImmediate();
    assert.equal(announced, 0);
  });

  it('is what was made last, where an earlier one fails after it', async () => {
    const changes = new Listeners();
    const earlier = Promise.withResolvers<string>();
    const again = Promise.withResolvers<undefined>();
    let made = 0;
    const make = () => {
      made += 1;
      if (made === 2) again.resolve(undefined);
      return made === 1 ? earlier.promise : Promise.resolve('later');
    };
    using reading = new SharedReading({
      make,
      onDidChange: (listener) => changes.add(listener),
      log: () => undefined,
    });
    const announced = new Promise<void>((resolve) => void reading.onDidChange(resolve));
    const first = reading.read(signal).catch(String);
    changes.fire();
    await again.promise;
    earlier.reject(new Error('no servers'));
    assert.equal(await first, 'Error: no servers');
    await announced;
    assert.deepEqual([await reading.read(signal), made], ['later', 2]);
  });
});
