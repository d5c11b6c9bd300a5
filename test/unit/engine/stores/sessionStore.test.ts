import assert from 'node:assert/strict';
import { LocalSessionStore } from '../../../../src/engine/stores/sessionStore.ts';

describe('LocalSessionStore', () => {
  it('keeps values apart by session', () => {
    const store = new LocalSessionStore();
    store.set('a', 'k', { n: 1 });
    assert.deepEqual(store.read('a', 'k')?.value, { n: 1 });
    assert.equal(store.read('b', 'k')?.value, undefined);
  });

  it('forgets what is deleted', () => {
    const store = new LocalSessionStore();
    store.set('a', 'k', 1);
    assert.equal(store.delete('a', 'k'), true);
    assert.deepEqual(store.list('a').keys, []);
  });

  it('refuses more than it may hold and keeps what it had', () => {
    const store = new LocalSessionStore();
    store.set('a', 'k', 'short');
    const refused = store.set('a', 'k', 'x'.repeat(1_000_000));
    assert.equal(refused.ok, false);
    assert.equal(store.read('a', 'k')?.value, 'short');
  });

  it('forgets a session that is over, and no other', () => {
    const store = new LocalSessionStore();
    store.set('a', 'k', 1);
    store.set('b', 'k', 2);
    store.forget('a');
    assert.deepEqual([store.read('a', 'k')?.value, store.read('b', 'k')?.value], [undefined, 2]);
  });

  /** A store with as many sessions as `serve --http` has clients, the oldest one first. */
  const fullStore = () => {
    const store = new LocalSessionStore();
    for (let client = 0; client < 200; client++) store.set(String(client), 'k', client);
    return store;
  };

  it('forgets the session that was not used for the longest when there are too many', () => {
    const store = fullStore();
    assert.equal(store.read('0', 'k')?.value, 0);
    store.set('200', 'k', 200);
    const values = ['0', '1', '2', '200'].map((session) => store.read(session, 'k')?.value);
    assert.deepEqual(values, [0, undefined, 2, 200]);
  });

  it('keeps no session that has nothing in it, nor one that was only asked', () => {
    const store = fullStore();
    store.delete('199', 'k');
    for (const other of ['a', 'b', 'c']) assert.deepEqual(store.list(other).keys, []);
    store.set('200', 'k', 200);
    assert.deepEqual([store.read('0', 'k')?.value, store.read('200', 'k')?.value], [0, 200]);
  });
});
