import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../../src/base/json.ts';
import { RedisState } from '../../../../../src/engine/stores/redisState.ts';
import { SharedResultStore } from '../../../../../src/engine/stores/sharedResultStore.ts';
import { SharedSessionStore } from '../../../../../src/engine/stores/sharedSessionStore.ts';
import { SharedStateError } from '../../../../../src/engine/stores/sharedStateError.ts';
import { RedisServer } from '../../../../fakes/redisServer.ts';

const origins = [
  { server: 'mail', namespace: 'mail', name: 'read', method: 'read', path: 'tools.mail.read' },
];

describe('what scripts stored in shared state', () => {
  let server: RedisServer;
  let states: readonly RedisState[];
  let sessions = 0;
  /** Another one for each test. */
  let session: string;
  const log = (line: string) => assert.fail(line);
  const replicas = () =>
    states.map((state) => ({
      state,
      store: new SharedSessionStore(state, log),
      results: new SharedResultStore(state, log),
    })) as [Replica, Replica];
  interface Replica {
    readonly state: RedisState;
    readonly store: SharedSessionStore;
    readonly results: SharedResultStore;
  }

  before(async () => {
    server = await RedisServer.start();
    states = await Promise.all([0, 1].map(() => RedisState.connect(server.url(), log)));
  });
  beforeEach(() => {
    sessions += 1;
    session = `session ${sessions}`;
  });
  after(async () => {
    await Promise.all(states.map((state) => state.close()));
    await server[Symbol.asyncDispose]();
  });

  it('is what another replica reads, at once and exactly', async () => {
    const [a, b] = replicas();
    const value: JsonValue = {
      id: 725653563933458433n,
      text: 'Grüße \ud800 \u0000',
      nested: [1.5, null, { __proto__x: true }],
    };
    const keys = ['__proto__', '', '\ud800', '1'];
    for (const key of keys) await a.store.set(session, key, value, origins);
    for (const key of keys) assert.deepEqual(await b.store.read(session, key), { value, origins });
    const listed = await b.store.list(session);
    assert.deepEqual([...listed.keys].sort(), [...keys].sort());
  });

  it('belongs to its session', async () => {
    const [a, b] = replicas();
    await a.store.set(session, 'k', 1, []);
    assert.equal(await b.store.read(`${session}, another`, 'k'), undefined);
    assert.deepEqual(await b.store.list(`${session}, another`), { keys: [], origins: [] });
  });

  it('keeps the keys of two runs that write at once', async () => {
    const [a, b] = replicas();
    const writes = Array.from({ length: 50 }, (_, n) =>
      (n % 2 === 0 ? a : b).store.set(session, `k${n}`, n, []),
    );
    await Promise.all(writes);
    assert.equal((await a.store.list(session)).keys.length, 50);
  });

  it('has the last of several writes that nobody waited for', async () => {
    const [a, b] = replicas();
    await Promise.all([
      a.store.set(session, 'k', 1, []),
      a.store.delete(session, 'k'),
      a.store.set(session, 'k', 2, []),
    ]);
    assert.equal((await b.store.read(session, 'k'))?.value, 2);
  });

  it('refuses more than it may hold, whoever wrote the rest, and keeps what it had', async () => {
    const [a, b] = replicas();
    await a.store.set(session, 'a', 'x'.repeat(600_000), []);
    assert.deepEqual(await b.store.set(session, 'b', 'x'.repeat(600_000), []), {
      ok: false,
      message: 'codemode.store holds 1000000 characters, not 1200006. Delete keys, or return the value.',
    });
    assert.deepEqual((await b.store.list(session)).keys, ['a']);
    assert.deepEqual(await b.store.set(session, 'a', 'short', []), { ok: true });
    assert.deepEqual(await b.store.set(session, 'b', 'x'.repeat(600_000), []), { ok: true });
  });

  it('has room again when a key is deleted', async () => {
    const [a, b] = replicas();
    await a.store.set(session, 'a', 'x'.repeat(600_000), []);
    assert.deepEqual([await b.store.delete(session, 'a'), await a.store.delete(session, 'a')], [true, false]);
    assert.deepEqual(await a.store.set(session, 'b', 'x'.repeat(600_000), []), { ok: true });
  });

  it('is not changed by what is written into a copy', async () => {
    const [a, b] = replicas();
    await a.store.set(session, 'k', 1, origins);
    const copy = await b.store.copyOf(session);
    assert.deepEqual(copy.read(session, 'k'), { value: 1, origins });
    copy.set(session, 'k', 2, []);
    assert.equal((await a.store.read(session, 'k'))?.value, 1);
  });

  it('keeps results under handles that no replica gives twice', async () => {
    const [a, b] = replicas();
    const handles = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? a : b).results.keep(session, n, 1, origins)),
    );
    assert.equal(new Set(handles).size, 20);
    const { handles: kept, values } = await a.results.load(session, ['r3', 'r99']);
    assert.deepEqual(
      kept,
      Array.from({ length: 20 }, (_, n) => `r${n + 1}`),
    );
    assert.deepEqual([...values], [['r3', { value: handles.indexOf('r3'), origins }]]);
  });

  it('drops the oldest of more than 50 results, and gives no handle again', async () => {
    const [a, b] = replicas();
    for (let n = 0; n < 52; n += 1) await a.results.keep(session, n, 1);
    const { handles } = await b.results.load(session, []);
    assert.deepEqual([handles.length, handles[0], handles.at(-1)], [50, 'r3', 'r52']);
    b.results.forget(session);
    assert.equal(await b.results.keep(session, 1, 1), 'r53');
  });

  it('drops the oldest results of more than 32 MB, and refuses a larger one', async () => {
    const [a] = replicas();
    for (let n = 0; n < 4; n += 1) await a.results.keep(session, 'x'.repeat(10_000_000), 1);
    assert.deepEqual((await a.results.load(session, [])).handles, ['r2', 'r3', 'r4']);
    await assert.rejects(a.results.keep(session, 'x'.repeat(33_000_000), 1), SharedStateError);
    assert.deepEqual((await a.results.load(session, [])).handles, ['r2', 'r3', 'r4']);
  });

  it('expires after 30 days', async () => {
    const [{ state, store, results }] = replicas();
    await store.set(session, 'k', 1, []);
    await results.keep(session, 1, 1);
    const keys = await state.ask((redis) => redis.keys('code-mode:*'));
    for (const key of keys)
      assert.ok((await state.ask((redis) => redis.pTTL(key))) > 29 * 24 * 60 * 60 * 1_000, key);
  });

  it('is gone for all replicas when the session is over', async () => {
    const [a, b] = replicas();
    await a.store.set(session, 'k', 1, []);
    await a.results.keep(session, 1, 1);
    a.store.forget(session);
    a.results.forget(session);
    // Commands of one connection are done in their order.
    await a.store.load(session);
    assert.deepEqual(
      [(await b.store.list(session)).keys, (await b.results.load(session, [])).handles],
      [[], []],
    );
  });
});
