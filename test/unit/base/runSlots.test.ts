import assert from 'node:assert/strict';
import { RunSlots } from '../../../src/base/runSlots.ts';

describe('RunSlots', () => {
  const { signal } = new AbortController();

  it('lets the next in when one gives its slot back, in the order in which they came', async () => {
    const slots = new RunSlots(1);
    await slots.take(signal);
    const entered: string[] = [];
    const first = slots.take(signal).then(() => entered.push('first'));
    void slots.take(signal).then(() => entered.push('second'));
    assert.deepEqual(entered, []);
    slots.giveBack();
    await first;
    assert.deepEqual(entered, ['first']);
  });

  it('lets who waits leave, and keeps the slot for others', async () => {
    const slots = new RunSlots(1);
    await slots.take(signal);
    const leaving = new AbortController();
    const left = slots.take(leaving.signal);
    const next = slots.take(signal);
    leaving.abort();
    assert.equal(await left, false);
    slots.giveBack();
    assert.equal(await next, true);
  });

  it('lets nobody wait who has left before', async () => {
    const slots = new RunSlots(1);
    await slots.take(signal);
    assert.equal(await slots.take(AbortSignal.abort()), false);
  });
});
