import assert from 'node:assert/strict';
import { atMost, measureParts, type Row } from '../../bench/measure.ts';

const row = (name: string, value: number): Row => ({ name, value, unit: 'ms', how: 'by hand' });

describe('the parts of the benchmarks', () => {
  it('say each figure when it is measured, before the next part begins', async () => {
    const said: string[] = [];
    const parts = [
      ['first', () => [row('a', 1.5), { ...row('b', 20), bar: atMost(10) }]],
      ['second', () => (said.push('second begins'), [row('c', 3)])],
    ] as const;
    const { rows, failed } = await measureParts(parts, (line) => said.push(line));
    assert.deepEqual(said, ['a: 1.50 ms', 'b: 20 ms (missed: at most 10 ms)', 'second begins', 'c: 3.00 ms']);
    assert.deepEqual([rows.map(({ name }) => name), failed], [['a', 'b', 'c'], []]);
  });

  it('go on after one that fails, which is said in its place', async () => {
    const said: string[] = [];
    const broken = () => Promise.reject(new Error('The tests need Chromium.'));
    const parts = [
      ['editor', broken],
      ['search', () => [row('c', 3)]],
    ] as const;
    const { rows, failed } = await measureParts(parts, (line) => said.push(line));
    assert.deepEqual(said, ['editor: not measured: The tests need Chromium.', 'c: 3.00 ms']);
    assert.deepEqual([rows.length, failed], [1, ['editor']]);
  });
});
