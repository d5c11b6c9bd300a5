import assert from 'node:assert/strict';
import { LocalResultStore } from '../../../../src/engine/stores/resultStore.ts';

describe('LocalResultStore', () => {
  it('gives back what it kept, to the session that kept it', () => {
    const store = new LocalResultStore();
    const handle = store.keep('a', [1, 2], 5);
    assert.deepEqual(store.get('a', handle), [1, 2]);
    assert.equal(store.get('b', handle), undefined);
  });

  it('never gives one handle twice', () => {
    const store = new LocalResultStore();
    assert.notEqual(store.keep('a', 1, 1), store.keep('b', 1, 1));
  });

  it('has room for others when a session is over', () => {
    const store = new LocalResultStore();
    const over = store.keep('a', 'x', 20_000_000);
    const first = store.keep('b', 'y', 10_000_000);
    store.forget('a');
    const second = store.keep('b', 'z', 20_000_000);
    assert.deepEqual(
      [store.get('a', over), store.get('b', first), store.get('b', second)],
      [undefined, 'y', 'z'],
    );
  });

  it('drops the oldest of all sessions when it is full', () => {
    const store = new LocalResultStore();
    const first = store.keep('a', 'x', 20_000_000);
    const second = store.keep('b', 'y', 20_000_000);
    assert.equal(store.get('a', first), undefined);
    assert.equal(store.get('b', second), 'y');
  });
});
