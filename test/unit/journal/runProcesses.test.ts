// Tests records of processes that share a folder, are killed, or have no disk space.
import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runStoreIn } from '../../fakes/runStoreIn.ts';
import { compiledSources } from '../../fakes/compiledSources.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { fullTest } from '../../fakes/everyTest.ts';

const writer = fileURLToPath(new URL('../../fakes/runWriter.ts', import.meta.url));
const execute = promisify(execFile);

describe('the records of several processes', () => {
  it('has every call that was sent before its process was killed', async () => {
    using folder = new TemporaryFolder('code-mode-killed-');
    const child = spawn(process.execPath, [writer, folder.path, 'forever'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: compiledSources,
    });
    const gone = once(child, 'exit');
    let sent = 0;
    const until = 20 + Math.floor(Math.random() * 200);
    for await (const line of createInterface(child.stdout)) {
      sent = Number(line);
      if (sent === until) child.kill('SIGKILL');
    }
    await gone;
    const [run] = await runStoreIn(folder.path).list();
    assert.equal(run?.state, 'interrupted');
    const record = await runStoreIn(folder.path).read(run.id);
    const calls = record?.callList ?? [];
    assert.deepEqual(
      calls.slice(0, sent).map(({ call, sentAt }) => (sentAt === undefined ? 0 : call)),
      Array.from({ length: sent }, (_, index) => index + 1),
    );
    const last = calls.find(({ call }) => call === sent - 1);
    assert.deepEqual([last?.state, last?.output], ['finished', { v: { sequence: sent - 1 } }]);
  });

  fullTest('has all runs of two processes that write at once, with their values', async () => {
    using folder = new TemporaryFolder('code-mode-two-');
    await Promise.all(
      [0, 1].map(() => execute(process.execPath, [writer, folder.path, '10'], { env: compiledSources })),
    );
    const store = runStoreIn(folder.path);
    const runs = await store.list();
    assert.deepEqual([runs.length, new Set(runs.map(({ state }) => state))], [20, new Set(['done'])]);
    const record = await store.read(runs[0]?.id ?? '');
    const value = record?.args && (await store.value(record.args));
    assert.equal(value?.ok, true);
  });

  it('records what there is room for on a disk that is full, and says so once', async function () {
    using folder = new TemporaryFolder('code-mode-full-');
    const mount = `mount -t tmpfs -o size=64k none "${folder.path}"`;
    // The test needs a mount namespace of its own.
    if (process.platform !== 'linux' || spawnSync('unshare', ['-rm', 'sh', '-c', mount]).status !== 0)
      this.skip();
    const child = spawn(
      'unshare',
      ['-rm', 'sh', '-c', `${mount} && exec "$0" "${writer}" "${folder.path}" 200`, process.execPath],
      {
        env: compiledSources,
      },
    );
    const said: string[] = [];
    for await (const line of createInterface(child.stdout)) said.push(line);
    const [code] =
      child.exitCode === null ? ((await once(child, 'exit')) as [number | null]) : [child.exitCode];
    assert.equal(code, 0);
    assert.equal(said.filter((line) => line.includes('ENOSPC')).length, 1, said.join('\n'));
  });
});
