import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalResultStore } from '../../../../src/engine/stores/resultStore.ts';
import { SessionFiles } from '../../../../src/engine/stores/sessionFiles.ts';
import { LocalSessionStore } from '../../../../src/engine/stores/sessionStore.ts';
import { unknownOrigin } from '../../../../src/engine/stores/valueOrigins.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('what scripts stored', () => {
  const all: SessionFiles[] = [];
  // A file that is written after its folder was removed would create the folder again.
  afterEach(() => Promise.all(all.splice(0).map((files) => files.dispose())));
  const folder = freshFolder('code-mode-sessions-');
  const log: string[] = [];
  beforeEach(() => {
    log.length = 0;
  });

  /** As a window has them, until it is reloaded. */
  function opened(limits = {}, isOn = true) {
    const path = join(folder.path, 'sessions');
    const keeps = (session: string) => isOn && session.startsWith('chat:');
    const files = new SessionFiles({ folder: path, keeps, log: (line) => log.push(line), limits });
    all.push(files);
    return { files, store: new LocalSessionStore(files), results: new LocalResultStore(files) };
  }
  const written = () =>
    readdirSync(folder.path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
  const path = (ending: string) => join(folder.path, written().find((name) => name.endsWith(ending)) ?? '');

  it('is there after a reload, each session with its own', async () => {
    const before = opened();
    before.store.set('chat:1', '__proto__', { n: 1 });
    before.store.set('chat:2', 'k', 2);
    const handle = before.results.keep('chat:1', [1, 2, 3], 7);
    await before.files.dispose();
    const { store, results } = opened();
    const [kept] = await Promise.all([
      results.load('chat:1', [handle]),
      store.load('chat:1'),
      store.load('chat:2'),
    ]);
    assert.deepEqual(
      [store.list('chat:1').keys, store.read('chat:1', '__proto__')?.value, store.read('chat:2', 'k')?.value],
      [['__proto__'], { n: 1 }, 2],
    );
    assert.deepEqual([kept.handles, kept.values.get(handle)?.value], [['r1'], [1, 2, 3]]);
  });

  it('keeps the tools whose answers a value may hold', async () => {
    const before = opened();
    const origins = [
      { server: 'mail', namespace: 'mail', name: 'read', method: 'read', path: 'tools.mail.read' },
    ];
    before.store.set('chat:1', 'a', 1, origins);
    before.store.set('chat:1', 'b', 2);
    const handle = before.results.keep('chat:1', 'x', 3, origins);
    await before.files.dispose();
    const { store, results } = opened();
    const [kept] = await Promise.all([results.load('chat:1', [handle]), store.load('chat:1')]);
    assert.deepEqual(
      [store.read('chat:1', 'a')?.origins, store.read('chat:1', 'b')?.origins, store.list('chat:1').origins],
      [origins, [], origins],
    );
    assert.deepEqual(kept.values.get(handle)?.origins, origins);
  });

  it('may hold answers of any tool where its file does not say', async () => {
    const before = opened();
    before.store.set('chat:1', 'a', 1);
    const handle = before.results.keep('chat:1', 'x', 3);
    await before.files.dispose();
    for (const ending of ['store.json', `${handle}.json`]) {
      const { origins: _origins, ...rest } = JSON.parse(readFileSync(path(ending), 'utf8')) as Record<
        string,
        unknown
      >;
      writeFileSync(path(ending), JSON.stringify(rest));
    }
    const { store, results } = opened();
    const [kept] = await Promise.all([results.load('chat:1', [handle]), store.load('chat:1')]);
    assert.deepEqual(
      [store.read('chat:1', 'a')?.origins, kept.values.get(handle)?.origins],
      [[unknownOrigin], [unknownOrigin]],
    );
  });

  it('is seen without a wait by the process that stored it', async () => {
    const { store, results } = opened();
    store.set('chat:1', 'k', 1);
    const handle = results.keep('chat:1', 'x', 3);
    const [kept] = await Promise.all([results.load('chat:1', [handle]), store.load('chat:1')]);
    assert.deepEqual([store.read('chat:1', 'k')?.value, kept.values.get(handle)?.value], [1, 'x']);
  });

  it('has handles that were never given before', async () => {
    const before = opened();
    for (const value of ['a', 'b']) before.results.keep('chat:1', value, 3);
    await before.files.dispose();
    const { results } = opened();
    await results.load('chat:1', []);
    assert.equal(results.keep('chat:1', 'c', 3), 'r3');
  });

  it('comes back from disk where memory had no more room', async () => {
    const { files, results } = opened();
    const handle = results.keep('chat:1', 'a', 20_000_000);
    results.keep('chat:1', 'b', 20_000_000);
    await files.dispose();
    assert.equal((await results.load('chat:1', [handle])).values.get(handle)?.value, 'a');
  });

  it('is of its owner alone', async function () {
    if (process.platform === 'win32') this.skip();
    const { store, files } = opened();
    store.set('chat:1', 'k', 1);
    await files.dispose();
    assert.deepEqual(
      [statSync(join(folder.path, 'sessions')).mode & 0o777, statSync(path('store.json')).mode & 0o777],
      [0o700, 0o600],
    );
  });

  it('is in memory alone of sessions that nothing is kept of, and while nothing is recorded', async () => {
    for (const [{ store, results, files }, session] of [
      [opened(), 'client-1'],
      [opened({}, false), 'chat:1'],
    ] as const) {
      store.set(session, 'k', 1);
      results.keep(session, 'x', 3);
      await files.dispose();
      assert.deepEqual([store.read(session, 'k')?.value, written()], [1, []]);
    }
  });

  it('is there after a reload with any number of fields, values and marks in texts', async () => {
    const before = opened();
    const kept = { fields: Array.from({ length: 70_000 }, () => ({ i: 1 })), text: '1,2,3:'.repeat(70_000) };
    before.store.set('chat:1', 'numbers', Array<number>(200_000).fill(1));
    const handle = before.results.keep('chat:1', kept, 1_000_000);
    await before.files.dispose();
    const { store, results } = opened();
    await store.load('chat:1');
    const [numbers, { values }] = [store.read('chat:1', 'numbers'), await results.load('chat:1', [handle])];
    assert.deepEqual(numbers?.value, Array(200_000).fill(1));
    assert.deepEqual(values.get(handle)?.value, kept);
  });

  it('is gone for later windows when it is deleted, forgotten or cleared', async () => {
    const before = opened();
    const sessions = ['chat:1', 'chat:2', 'chat:3'];
    for (const session of sessions) {
      before.store.set(session, 'k', 1);
      before.results.keep(session, 'x', 3);
    }
    await before.files.dispose();
    const { store, results, files } = opened();
    await Promise.all(sessions.flatMap((session) => [store.load(session), results.load(session, [])]));
    store.delete('chat:1', 'k');
    store.forget('chat:2');
    results.forget('chat:2');
    await files.dispose();
    assert.equal(written().filter((name) => name.endsWith('store.json')).length, 1);
    assert.equal(written().filter((name) => name.endsWith('results.json')).length, 2);
    assert.equal(await files.clear(), 2);
    assert.deepEqual(written(), []);
  });

  it('starts empty where files are damaged or not ours', async () => {
    const before = opened();
    before.store.set('chat:1', 'k', 1);
    const handle = before.results.keep('chat:1', 'x', 3);
    await before.files.dispose();
    const contents = [
      '',
      '{',
      'null',
      '[]',
      '{"format":1,"values":3,"last":"x"}',
      '{"format":1,"last":9,"results":[{"handle":"../x"}]}',
    ];
    for (const content of [...contents, `[${'1,'.repeat(200_000)}1]`]) {
      for (const ending of ['store.json', 'results.json', `${handle}.json`])
        writeFileSync(path(ending), content);
      const { store, results } = opened();
      const [kept] = await Promise.all([results.load('chat:1', [handle]), store.load('chat:1')]);
      assert.deepEqual([store.list('chat:1').keys, kept.handles], [[], []], content.slice(0, 30));
    }
    assert.ok(log.length > 0);
  });

  it('loses a result whose file is gone, and says so by its handles', async () => {
    const before = opened();
    const handle = before.results.keep('chat:1', 'x', 3);
    await before.files.dispose();
    writeFileSync(path(`${handle}.json`), '{');
    const { results } = opened();
    assert.deepEqual((await results.load('chat:1', [handle])).handles, []);
  });

  it('is bounded in size, number and age', async () => {
    const before = opened();
    before.store.set('chat:old', 'k', 1);
    await before.files.dispose();
    utimesSync(path('store.json'), 0, 0);
    const { store, files } = opened({ fileBytes: 100, files: 3 });
    store.set('chat:large', 'k', 'x'.repeat(200));
    for (let chat = 0; chat < 6; chat += 1) store.set(`chat:${chat}`, 'k', chat);
    await files.dispose();
    assert.equal(written().length, 3);
    assert.ok(statSync(path('store.json')).mtimeMs > 0);
  });

  it('costs nothing but a line where the folder cannot be written', async () => {
    writeFileSync(join(folder.path, 'sessions'), '');
    const { store, files } = opened();
    store.set('chat:1', 'k', 1);
    await files.dispose();
    assert.deepEqual([store.read('chat:1', 'k')?.value, log.length], [1, 1]);
  });
});
