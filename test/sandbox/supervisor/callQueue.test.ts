// Tests which calls leave the queue, and when.
import assert from 'node:assert/strict';
import { CallQueue } from '../../../src/sandbox/supervisor/callQueue.ts';

describe('the call queue', () => {
  interface Filled {
    readonly queue: CallQueue<{ readonly sequence: number }>;
    /** Numbers of the calls that have left, in order. */
    readonly left: number[];
  }

  function filled(): Filled {
    const queue = new CallQueue<{ readonly sequence: number }>(2);
    const left: number[] = [];
    for (const [sequence, server] of [
      [1, 'a'],
      [2, 'a'],
      [3, 'a'],
      [4, 'b'],
      [5, 'a'],
    ] as const)
      left.push(...numbers(queue.enter({ sequence }, server, 10)));
    return { queue, left };
  }

  it('lets so many through for each server', () => {
    assert.deepEqual(filled().left, [1, 2, 4]);
  });

  function numbers(leaving: { readonly sequence: number } | undefined): number[] {
    return leaving === undefined ? [] : [leaving.sequence];
  }

  function settle({ queue, left }: Filled, call: number): void {
    queue.answered(call, 1);
    left.push(...numbers(queue.taken(call)));
  }

  it('gives a place that is free to the first who waits', () => {
    const line = filled();
    settle(line, 2);
    assert.deepEqual(line.left, [1, 2, 4, 3]);
  });

  it('keeps the place of a call whose answer has not been taken', () => {
    const { queue, left } = filled();
    queue.answered(2, 1);
    left.push(...numbers(queue.enter({ sequence: 6 }, 'a', 10)));
    assert.deepEqual(left, [1, 2, 4]);
  });

  it('gives a place once, and none for what was not answered', () => {
    const line = filled();
    settle(line, 2);
    assert.deepEqual(
      [line.queue.taken(2), line.queue.taken(1), line.left],
      [undefined, undefined, [1, 2, 4, 3]],
    );
  });

  it('counts an answer once, and none of a call that has not left', () => {
    const { queue } = filled();
    const counts = [1, 1, 5, 99].map((call) => queue.answered(call, 1));
    assert.deepEqual(counts, [true, false, false, false]);
  });

  it('knows how much is not answered, and how much of the answers is not taken', () => {
    const { queue } = filled();
    queue.answered(1, 300);
    queue.answered(2, 500);
    queue.taken(1);
    assert.deepEqual([queue.unanswered, queue.untaken, queue.inFlight], [30, 500, 2]);
  });
});
