// Records in shared state: replicas have a folder each, as on machines of their own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { recordStart } from '../../../../../src/journal/record/recordFile.ts';
import { ResumeClaims } from '../../../../../src/journal/past/resumeClaims.ts';
import type { RunStore } from '../../../../../src/journal/runStore.ts';
import { SharedRuns } from '../../../../../src/journal/record/sharedRuns.ts';
import { RedisState } from '../../../../../src/engine/stores/redisState.ts';
import { compiledSources } from '../../../../fakes/compiledSources.ts';
import { RedisServer } from '../../../../fakes/redisServer.ts';
import { done, runOf, runStoreIn } from '../../../../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../../../../fakes/temporaryFolder.ts';

const writer = fileURLToPath(new URL('../../../../fakes/runWriter.ts', import.meta.url));
const long = 'x'.repeat(50_000);

interface Replica {
  readonly folder: string;
  readonly state: RedisState;
  readonly shared: SharedRuns;
  readonly store: RunStore;
}

describe('records of runs in shared state', () => {
  let server: RedisServer;
  const folders: TemporaryFolder[] = [];
  const replicas: Replica[] = [];
  const logged: string[] = [];

  /** A process on a machine of its own. */
  const replica = async (said: Parameters<typeof runStoreIn>[1] = {}): Promise<Replica> => {
    const folder = new TemporaryFolder('code-mode-replica-');
    folders.push(folder);
    const log = (line: string) => void logged.push(line);
    const state = await RedisState.connect(server.url(), log);
    const shared = new SharedRuns(state);
    const opened = {
      folder: folder.path,
      state,
      shared,
      store: runStoreIn(folder.path, { shared, log, ...said }),
    };
    replicas.push(opened);
    return opened;
  };
  const begin = (at: Replica, more: Parameters<typeof runOf>[1] = {}) => {
    const recorder = at.store.journal.begin(runOf('return 1', more));
    assert.ok(recorder?.id !== undefined);
    return { recorder, id: recorder.id };
  };
  /** Sends a write; what the recorder says against it. */
  const write = (recorder: ReturnType<typeof begin>['recorder'], sequence: number) => {
    recorder.called({ target: 'tool', sequence, server: 's', tool: 't', form: 'value', input: { sequence } });
    return recorder.sending(sequence, true);
  };
  /** A whole run. */
  const run = async (at: Replica, more: Parameters<typeof runOf>[1] = {}) => {
    const { recorder, id } = begin(at, more);
    await recorder.ready?.();
    recorder.ended(done);
    await recorder.saved?.();
    return id;
  };
  /** As if the process had said nothing for long. */
  const silence = async ({ state }: Replica) => {
    for (const key of await state.ask((redis) => redis.keys('code-mode:alive:*')))
      await state.ask((redis) => redis.del(key));
  };

  beforeEach(async () => {
    server = await RedisServer.start();
    logged.length = 0;
  });
  afterEach(async () => {
    for (const { store, shared, state } of replicas.splice(0)) {
      await store.dispose();
      await shared.dispose();
      await state.close();
    }
    await server[Symbol.asyncDispose]();
    for (const folder of folders.splice(0)) folder[Symbol.dispose]();
  });

  it('are read on a machine that did not write them, with their long values', async () => {
    const [a, b] = [await replica(), await replica()];
    const id = await run(a, { args: { long } });
    const record = await b.store.read(id);
    assert.equal(record?.state, 'done');
    assert.deepEqual(record.args && (await b.store.value(record.args)), { ok: true, value: { long } });
    assert.deepEqual({ ...record, bytes: 0 }, { ...(await a.store.read(id)), bytes: 0 });
  });

  it('are read again where they went on since', async () => {
    const [a, b] = [await replica(), await replica()];
    const { recorder, id } = begin(a);
    assert.equal(await write(recorder, 1), undefined);
    const before = await b.store.read(id);
    assert.deepEqual([before?.state, before?.callList.map(({ state }) => state)], ['running', ['unknown']]);
    recorder.answered(1, { ok: true, value: 1 }, undefined);
    recorder.ended(done);
    await recorder.saved?.();
    const after = await b.store.read(id);
    assert.deepEqual([after?.state, after?.callList.map(({ state }) => state)], ['done', ['finished']]);
  });

  it('have each write that was sent before its process was killed, which is known soon after', async () => {
    const [b, folder] = [await replica(), new TemporaryFolder('code-mode-killed-')];
    folders.push(folder);
    const child = spawn(process.execPath, [writer, folder.path, 'forever', server.url()], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: compiledSources,
    });
    const gone = once(child, 'exit');
    let sent = 0;
    for await (const line of createInterface(child.stdout)) {
      sent = Number(line);
      if (sent === 20) child.kill('SIGKILL');
    }
    await gone;
    // Nothing tells when a key expires.
    const open = async () => await b.store.openRuns('test');
    let [found] = await open();
    while (found?.state === 'running') {
      await delay(100);
      [found] = await open();
    }
    assert.equal(found?.state, 'interrupted');
    const record = await b.store.read(found.id);
    assert.equal(record?.state, 'interrupted');
    assert.deepEqual(
      record.callList.slice(0, sent).map(({ call, sentAt }) => (sentAt === undefined ? 0 : call)),
      Array.from({ length: sent }, (_, index) => index + 1),
    );
  });

  it('say of a session which runs are open, until they end or are gone on with', async () => {
    const [a, b] = [await replica(), await replica()];
    const session = 'of a client';
    const first = begin(a, { session });
    const second = begin(a, { session });
    await Promise.all([first.recorder.ready?.(), second.recorder.ready?.()]);
    await begin(a, { session: 'another' }).recorder.ready?.();
    await begin(a, { session, parent: { run: first.id, call: 1 } }).recorder.ready?.();
    assert.deepEqual(await b.store.openRuns(session), [
      { id: first.id, state: 'running' },
      { id: second.id, state: 'running' },
    ]);
    first.recorder.ended(done);
    await first.recorder.saved?.();
    await silence(a);
    assert.deepEqual(await b.store.openRuns(session), [{ id: second.id, state: 'interrupted' }]);
    await run(b, { session, resumes: second.id });
    assert.deepEqual(await b.store.openRuns(session), []);
  });

  it('let no write be sent by a process that was taken for dead', async () => {
    const [a, b] = [await replica(), await replica()];
    const { recorder, id } = begin(a);
    assert.equal(await write(recorder, 1), undefined);
    await silence(a);
    await b.store.read(id);
    const claim = await new ResumeClaims(b.folder, b.shared).claim(id);
    assert.ok(!('problem' in claim));
    assert.match((await write(recorder, 2)) ?? '', new RegExp(`Another process goes on with run ${id}`));
    await claim[Symbol.asyncDispose]();
    assert.match((await write(recorder, 3)) ?? '', /Another process goes on/);
    assert.equal((await b.store.read(id))?.notWhole, undefined);
  });

  it('are claimed on one machine at a time, and not while their run is on', async () => {
    const [a, b] = [await replica(), await replica()];
    const { recorder, id } = begin(a);
    await recorder.ready?.();
    await b.store.read(id);
    const [here, there] = [new ResumeClaims(a.folder, a.shared), new ResumeClaims(b.folder, b.shared)];
    assert.deepEqual(await there.claim(id), { problem: `Run ${id} is still on.` });
    recorder.ended(done);
    await recorder.saved?.();
    const claim = await there.claim(id);
    assert.ok(!('problem' in claim));
    assert.deepEqual(await here.claim(id), { problem: `Run ${id} is being resumed already.` });
    await claim[Symbol.asyncDispose]();
    const again = await here.claim(id);
    assert.ok(!('problem' in again));
    await again[Symbol.asyncDispose]();
  });

  it('have claims that end by themselves where nobody renews them', async () => {
    const [a, b] = [await replica(), await replica()];
    const id = await run(a);
    assert.ok(!('problem' in (await a.shared.claim(id))));
    const [key = ''] = await b.state.ask((redis) => redis.keys('*:claim'));
    const ms = await b.state.ask((redis) => redis.pTTL(key));
    assert.ok(ms > 0 && ms <= 15_000, String(ms));
  });

  it('tell a machine of the runs that went on with one another', async () => {
    const [a, b, c] = [await replica(), await replica(), await replica()];
    const first = await run(a);
    const nested = await run(a, { parent: { run: first, call: 1 } });
    const second = await run(b, { resumes: first });
    const other = await run(a);
    await c.store.read(first);
    const ids = (await c.store.list()).map(({ id }) => id);
    assert.deepEqual(ids.sort(), [first, nested, second].sort());
    assert.equal(ids.includes(other), false);
  });

  it('leave the record alone that a process of the same machine wrote', async () => {
    const a = await replica();
    const id = await run(a);
    const file = join(a.folder, id, 'events.jsonl');
    appendFileSync(file, '\n');
    await a.store.read(id);
    assert.equal(existsSync(join(a.folder, id, 'copied')), false);
  });

  it('are deleted with the record, and not with a copy of it', async () => {
    const [a, b] = [await replica(), await replica()];
    const id = await run(a, { args: { long } });
    await b.store.read(id);
    await b.store.delete([id]);
    assert.deepEqual(await b.store.list(), []);
    assert.equal((await b.store.read(id))?.id, id);
    await a.store.delete([id]);
    assert.equal(await a.store.read(id), undefined);
    assert.equal(await a.shared.read(id), undefined);
  });

  it('hide a secret that became known when they were written', async () => {
    const secrets: string[] = [];
    const [a, b] = [await replica({ secrets }), await replica()];
    const secret = 'supersecretkey-123456';
    const { recorder, id } = begin(a, { args: { long: `${long} ${secret}`, short: secret } });
    await recorder.ready?.();
    assert.match((await b.shared.read(id))?.events.toString() ?? '', new RegExp(recordStart));
    secrets.push(secret);
    recorder.ended(done);
    await recorder.saved?.();
    const record = await b.store.read(id);
    const args = record?.args && (await b.store.value(record.args));
    assert.ok(args?.ok);
    assert.doesNotMatch(JSON.stringify([record, args.value]), new RegExp(secret));
  });

  it('are marked as not whole where they are too large, and let the run go on', async () => {
    const [a, b] = [await replica(), await replica()];
    const { recorder, id } = begin(a);
    await recorder.ready?.();
    await a.shared.write(id, Buffer.alloc(65 * 1024 * 1024), 1);
    assert.equal(await write(recorder, 1), undefined);
    assert.equal((await b.store.read(id))?.notWhole, true);
    assert.equal((await a.store.read(id))?.notWhole, undefined);
  });

  it('expire after 7 days', async () => {
    const a = await replica();
    await run(a, { args: { long } });
    const keys = await a.state.ask((redis) => redis.keys('code-mode:run*'));
    assert.equal(keys.length, 4);
    for (const key of keys)
      assert.ok((await a.state.ask((redis) => redis.pTTL(key))) > 6 * 24 * 60 * 60 * 1_000, key);
  });

  it('let no run begin, and say why they cannot be read, while the shared state is away', async () => {
    const [a, b] = [await replica(), await replica()];
    const id = await run(a);
    await server[Symbol.asyncDispose]();
    const { recorder } = begin(a);
    const [refusal] = await Promise.all([
      recorder.ready?.(),
      assert.rejects(b.store.read(id), { name: 'SharedStateError' }),
    ]);
    assert.match(
      refusal ?? '',
      /^The run cannot be recorded\. The shared state at redis:.* cannot be reached/,
    );
  });

  it('let no further write be sent of a run that the shared state has lost', async () => {
    const a = await replica();
    const { recorder, id } = begin(a);
    assert.equal(await write(recorder, 1), undefined);
    await a.state.ask((redis) => redis.flushDb());
    assert.match((await write(recorder, 2)) ?? '', new RegExp(`The shared state has lost run ${id}`));
  });

  it('let no write be sent that they do not have, and say at the end that they are not whole', async () => {
    const a = await replica();
    const { recorder } = begin(a);
    assert.equal(await write(recorder, 1), undefined);
    await server[Symbol.asyncDispose]();
    assert.match(
      (await write(recorder, 2)) ?? '',
      /can neither be written nor marked as incomplete .*cannot be reached/,
    );
    recorder.ended(done);
    assert.match(
      (await recorder.saved?.()) ?? '',
      /^The record of this run is not whole, so that it cannot be resumed\. /,
    );
  });
});
