import assert from 'node:assert/strict';
import { runTree } from '../../../../src/journal/list/runTree.ts';
import { recordOf } from '../../../fakes/runRecords.ts';

const outer = recordOf({ id: 'outer', startedAt: 1 });
const called = (id: string, run: string, call: number) =>
  recordOf({ id, startedAt: 1 + call, parent: { run, call } });
const ids = (runs: readonly { readonly id: string }[]) => runs.map(({ id }) => id);

describe('the tree of runs', () => {
  it('has the runs of saved scripts below those that called them, in the order of the calls', () => {
    const tree = runTree([called('b', 'outer', 2), called('c', 'b', 1), called('a', 'outer', 1), outer]);
    assert.deepEqual(
      [ids(tree.roots), ids(tree.calledBy('outer')), ids(tree.calledBy('b')), tree.calledBy('c')],
      [['outer'], ['a', 'b'], ['c'], []],
    );
  });

  it('has a run by itself whose caller is not recorded any more', () =>
    assert.deepEqual(ids(runTree([called('a', 'gone', 1), outer]).roots), ['a', 'outer']));

  it('has every run once, whatever records say of each other', () => {
    const tree = runTree([
      called('self', 'self', 1),
      called('x', 'y', 1),
      called('y', 'x', 1),
      called('z', 'x', 1),
      outer,
    ]);
    assert.deepEqual(ids(tree.roots), ['self', 'x', 'y', 'z', 'outer']);
    for (const { id } of tree.roots) assert.deepEqual(tree.calledBy(id), []);
  });

  it('is made of 10,000 runs in a moment', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => called(`n${n}`, 'outer', n));
    assert.equal(runTree([...many, outer]).calledBy('outer').length, 10_000);
  });
});
