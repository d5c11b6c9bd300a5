import assert from 'node:assert/strict';
import { LocalResultStore } from '../../../../src/engine/stores/resultStore.ts';

describe('LocalResultStore', () => {
  let store: LocalResultStore;
  beforeEach(() => (store = new LocalResultStore()));

  async function valuesIn(session: string, ...handles: readonly string[]) {
    const { values } = await store.load(session, handles);
    return handles.map((handle) => values.get(handle)?.value);
  }

  it('gives back what it kept, to the session that kept it', async () => {
    const handle = store.keep('a', [1, 2], 5);
    assert.deepEqual([await valuesIn('a', handle), await valuesIn('b', handle)], [[[1, 2]], [undefined]]);
  });

  it('never gives one handle twice', () => assert.notEqual(store.keep('a', 1, 1), store.keep('b', 1, 1)));

  it('has room for others when a session is over', async () => {
    const over = store.keep('a', 'x', 20_000_000);
    const first = store.keep('b', 'y', 10_000_000);
    store.forget('a');
    const second = store.keep('b', 'z', 20_000_000);
    assert.deepEqual(
      [await valuesIn('a', over), await valuesIn('b', first, second)],
      [[undefined], ['y', 'z']],
    );
  });

  it('drops the oldest of all sessions when it is full', async () => {
    const first = store.keep('a', 'x', 20_000_000);
    const second = store.keep('b', 'y', 20_000_000);
    assert.deepEqual([await valuesIn('a', first), await valuesIn('b', second)], [[undefined], ['y']]);
  });
});
