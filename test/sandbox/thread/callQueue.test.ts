// Who may leave, and when.
import assert from 'node:assert/strict';
import { CallQueue } from '../../../src/sandbox/thread/callQueue.ts';

describe('the call queue', () => {
  function filled(): { queue: CallQueue; left: number[] } {
    const queue = new CallQueue(2);
    const left: number[] = [];
    for (const [call, server] of [
      [1, 'a'],
      [2, 'a'],
      [3, 'a'],
      [4, 'b'],
      [5, 'a'],
    ] as const)
      queue.enter(call, server, 10, () => left.push(call));
    return { queue, left };
  }

  it('lets so many through for each server', () => {
    assert.deepEqual(filled().left, [1, 2, 4]);
  });

  it('gives a place that is free to the first who waits', () => {
    const { queue, left } = filled();
    queue.answered(2);
    assert.deepEqual(left, [1, 2, 4, 3]);
  });

  it('counts an answer once, and none of a call that has not left', () => {
    const { queue } = filled();
    assert.deepEqual([queue.answered(1), queue.answered(1), queue.answered(5), queue.answered(99)], [true, false, false, false]);
  });

  it('knows how much is not answered', () => {
    const { queue } = filled();
    queue.answered(1);
    assert.deepEqual([queue.bytes, queue.inFlight], [40, 3]);
  });
});
