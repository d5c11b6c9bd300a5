import assert from 'node:assert/strict';
import { Throttle } from '../../../src/base/throttle.ts';

describe('Throttle', () => {
  /** `calls` grows with each call that gets through; the promise settles at the second. */
  const counted = (ms: number) => {
    const second = Promise.withResolvers<undefined>();
    const counter = { calls: 0 };
    const coalesced = new Throttle(() => {
      counter.calls += 1;
      if (counter.calls === 2) second.resolve(undefined);
    }, ms);
    // The timer of the subject holds no process open.
    const held = setTimeout(() => undefined, 10_000);
    return {
      coalesced,
      counter,
      second: second.promise.finally(() => clearTimeout(held)),
      release: () => clearTimeout(held),
    };
  };

  it('makes the first call at once', () => {
    const { coalesced, counter, release } = counted(60_000);
    coalesced.call();
    assert.equal(counter.calls, 1);
    coalesced.stop();
    release();
  });

  it('makes one call at the end for all that came after the first', async () => {
    const { coalesced, counter, second } = counted(5);
    for (let call = 0; call < 100; call++) coalesced.call();
    await second;
    assert.equal(counter.calls, 2);
    coalesced.stop();
  });

  it('makes none any more once it is stopped', () => {
    const { coalesced, counter, release } = counted(60_000);
    for (let call = 0; call < 3; call++) coalesced.call();
    coalesced.stop();
    assert.equal(counter.calls, 1);
    release();
  });
});
