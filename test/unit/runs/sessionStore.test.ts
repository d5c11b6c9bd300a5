import assert from 'node:assert/strict';
import { SessionStore } from '../../../src/runs/sessionStore.ts';

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
    const store = new SessionStore(20);
    store.set('a', 'k', 'short');
    const refused = store.set('a', 'k', 'x'.repeat(100));
    assert.equal(refused.ok, false);
    assert.equal(store.get('a', 'k'), 'short');
  });
});
