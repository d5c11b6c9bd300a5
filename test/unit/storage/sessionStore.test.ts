import assert from 'node:assert/strict';
import { SessionStore } from '../../../src/storage/sessionStore.ts';

describe('SessionStore', () => {
  it('keeps values apart by session', () => {
    const store = new SessionStore();
    store.set('a', 'k', { n: 1 });
    assert.deepEqual(store.get('a', 'k'), { n: 1 });
    assert.equal(store.get('b', 'k'), undefined);
  });

  it('forgets what is deleted', () => {
    const store = new SessionStore();
    store.set('a', 'k', 1);
    assert.equal(store.delete('a', 'k'), true);
    assert.deepEqual(store.keys('a'), []);
  });

  it('refuses more than it may hold and keeps what it had', () => {
    const store = new SessionStore({ maxCharacters: 20 });
    store.set('a', 'k', 'short');
    const refused = store.set('a', 'k', 'x'.repeat(100));
    assert.equal(refused.ok, false);
    assert.equal(store.get('a', 'k'), 'short');
  });

  it('forgets a session that is over, and no other', () => {
    const store = new SessionStore();
    store.set('a', 'k', 1);
    store.set('b', 'k', 2);
    store.forget('a');
    assert.deepEqual([store.get('a', 'k'), store.get('b', 'k')], [undefined, 2]);
  });

  it('has room for as many sessions as serve --http has clients', () => {
    const store = new SessionStore();
    for (let client = 0; client < 200; client++) store.set(String(client), 'k', client);
    assert.equal(store.get('0', 'k'), 0);
  });

  it('forgets the session that was not used for the longest when there are too many', () => {
    const store = new SessionStore({ maxCharacters: 1_000, maxSessions: 2 });
    store.set('a', 'k', 1);
    store.set('b', 'k', 2);
    assert.equal(store.get('a', 'k'), 1);
    store.set('c', 'k', 3);
    assert.deepEqual([store.get('a', 'k'), store.get('b', 'k'), store.get('c', 'k')], [1, undefined, 3]);
  });

  it('keeps no session that has nothing in it, nor one that was only asked', () => {
    const store = new SessionStore({ maxCharacters: 1_000, maxSessions: 2 });
    store.set('a', 'k', 1);
    store.set('b', 'k', 2);
    store.delete('b', 'k');
    for (const other of ['c', 'd', 'e']) assert.deepEqual(store.keys(other), []);
    store.set('f', 'k', 6);
    assert.deepEqual([store.get('a', 'k'), store.get('f', 'k')], [1, 6]);
  });
});
