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
    const store = new LocalSessionStore({ maxCharacters: 20 });
    store.set('a', 'k', 'short');
    const refused = store.set('a', 'k', 'x'.repeat(100));
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

  it('has room for as many sessions as serve --http has clients', () => {
    const store = new LocalSessionStore();
    for (let client = 0; client < 200; client++) store.set(String(client), 'k', client);
    assert.equal(store.read('0', 'k')?.value, 0);
  });

  it('forgets the session that was not used for the longest when there are too many', () => {
    const store = new LocalSessionStore({ maxCharacters: 1_000, maxSessions: 2 });
    store.set('a', 'k', 1);
    store.set('b', 'k', 2);
    assert.equal(store.read('a', 'k')?.value, 1);
    store.set('c', 'k', 3);
    assert.deepEqual(
      [store.read('a', 'k')?.value, store.read('b', 'k')?.value, store.read('c', 'k')?.value],
      [1, undefined, 3],
    );
  });

  it('keeps no session that has nothing in it, nor one that was only asked', () => {
    const store = new LocalSessionStore({ maxCharacters: 1_000, maxSessions: 2 });
    store.set('a', 'k', 1);
    store.set('b', 'k', 2);
    store.delete('b', 'k');
    for (const other of ['c', 'd', 'e']) assert.deepEqual(store.list(other).keys, []);
    store.set('f', 'k', 6);
    assert.deepEqual([store.read('a', 'k')?.value, store.read('f', 'k')?.value], [1, 6]);
  });
});
