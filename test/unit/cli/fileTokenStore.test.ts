import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileTokenStore } from '../../../src/cli/fileTokenStore.ts';
import { compiledSources } from '../../fakes/compiledSources.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';
import { fullTest } from '../../fakes/everyTest.ts';

const writerFile = fileURLToPath(new URL('../../fakes/tokenWriter.ts', import.meta.url));

describe('FileTokenStore', () => {
  const parent = freshFolder('code-mode-tokens-');
  let folder: string;
  beforeEach(() => {
    folder = join(parent.path, 'sign-ins');
  });

  const writer = async (name: string, count: number) => {
    const child = spawn(process.execPath, [writerFile, folder, name, String(count)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: compiledSources,
    });
    const exited = once(child, 'exit');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next();
    return { child, lines, exited, go: () => child.stdin.write('\n') };
  };

  fullTest('keeps what two terminals write at the same moment', async () => {
    const count = 20;
    const writers = await Promise.all([writer('one', count), writer('two', count)]);
    for (const { go } of writers) go();
    await Promise.all(writers.map(({ exited }) => exited));
    const tokens = new FileTokenStore(folder);
    assert.equal((await tokens.keys()).length, 2 * count);
    assert.deepEqual(await tokens.get('two 7'), { ok: true, text: 'token 7 of two' });
  });

  fullTest('can be read and written after a terminal was killed while it wrote', async () => {
    const { child, lines, exited, go } = await writer('one', 100_000);
    go();
    for (let kept = 0; kept < 20; kept++) await lines.next();
    child.kill('SIGKILL');
    await exited;
    const tokens = new FileTokenStore(folder);
    await tokens.set('another', 'token');
    assert.ok((await tokens.keys()).length > 20);
    assert.deepEqual(await tokens.get('one 19'), { ok: true, text: 'token 19 of one' });
  });

  if (process.platform !== 'win32')
    it('does not wait for a pipe in the place of its file', async () => {
      const tokens = new FileTokenStore(folder);
      await tokens.set('a', 'token');
      const file = join(folder, (await readdir(folder))[0] ?? '');
      await rm(file);
      execFileSync('mkfifo', ['-m', '600', file]);
      assert.match(JSON.stringify(await tokens.get('a')), /it is not a file\. Delete the file/);
    });

  it('reads no file that is larger than sign-ins are', async () => {
    const tokens = new FileTokenStore(folder);
    await tokens.set('a', 'token');
    await truncate(join(folder, (await readdir(folder))[0] ?? ''), 500_000_000);
    assert.match(JSON.stringify(await tokens.get('a')), /it has 500000000 bytes; the limit is /);
  });

  it('leaves nothing of a sign-in that is over, not even a draft', async () => {
    const tokens = new FileTokenStore(folder);
    await tokens.set('a', 'token');
    const [file = ''] = await readdir(folder);
    await writeFile(join(folder, `${file}.draft`), 'token');
    await tokens.delete('a');
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await tokens.get('a'), { ok: true, text: undefined });
  });

  it('does not use what others can read', async function () {
    if (process.platform === 'win32') return; // there is no such permission
    const tokens = new FileTokenStore(folder);
    await tokens.set('a', 'token');
    const [file = ''] = await readdir(folder);
    await chmod(join(folder, file), 0o644);
    const kept = await tokens.get('a');
    assert.match(kept.ok ? '' : kept.error, /others can read the file/);
    await assert.rejects(tokens.keys(), /others can read the file/);
  });

  it('is for its owner alone', async function () {
    if (process.platform === 'win32') return; // there is no such permission
    await new FileTokenStore(folder).set('a', 'token');
    const [file = ''] = await readdir(folder);
    assert.deepEqual(
      [(await stat(folder)).mode & 0o777, (await stat(join(folder, file))).mode & 0o777],
      [0o700, 0o600],
    );
  });
});
