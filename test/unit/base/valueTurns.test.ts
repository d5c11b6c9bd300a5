// Tests the arrival of scripts' values in the host: in order, and no two large values in one turn of its event loop.
import assert from 'node:assert/strict';
import { ValueTurns } from '../../../src/base/valueTurns.ts';

/** Returns the lengths of the values that arrived in each turn. */
async function turnsOf(lengths: readonly number[]): Promise<number[][]> {
  const values = new ValueTurns();
  const turns: number[][] = [];
  let isOver = true;
  await new Promise<void>((resolve) => {
    lengths.forEach((length, index) =>
      values.add(length, () => {
        if (isOver) turns.push([]);
        isOver = false;
        turns.at(-1)?.push(length);
        setImmediate(() => (isOver = true));
        if (index === lengths.length - 1) resolve();
      }),
    );
  });
  return turns;
}

describe('the turns of values', () => {
  it('are of one large value each, in order', async () => {
    assert.deepEqual(await turnsOf([1e6, 1e6, 0, 5, 1e6, 5]), [[1e6], [1e6], [0, 5], [1e6], [5]]);
  });

  it('take small values together', async () => {
    assert.deepEqual(await turnsOf([10, 0, 20_000, 30_000, 40_000]), [[10, 0, 20_000, 30_000], [40_000]]);
  });
});
