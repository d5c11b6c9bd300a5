// Tests that a tick in its short form, as it is written, has the same content.
import assert from 'node:assert/strict';
import type { Tick } from '../../../../src/sandbox/protocol/messages.ts';
import { beginnings, spansOf, tickOf } from '../../../../src/journal/record/recordedTicks.ts';

describe('a tick in spans', () => {
  const cases: readonly (readonly [what: string, tick: Tick, spans: ReturnType<typeof spansOf>])[] = [
    ['has a timer as it is', [1.5, -3], [1.5, -3]],
    ['has two calls as they are', [1, 4, 5], [1, 4, 5]],
    ['has three calls that follow each other as the first and the last', [1, 4, 5, 6], [1, [4, 6]]],
    ['keeps the order of answers', [2, 9, 3, 4, 5, 2, 1, 7, 8, 9, 10], [2, 9, [3, 5], 2, 1, [7, 10]]],
    ['is empty where nothing has begun it', [0], [0]],
  ];
  for (const [what, tick, spans] of cases) {
    it(what, () => {
      assert.deepEqual(spansOf(tick), spans);
      assert.deepEqual(tickOf(spans), tick);
      assert.equal(beginnings(spans), tick.length - 1);
    });
  }
});
