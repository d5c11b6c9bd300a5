import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileTokenStore } from '../../../src/cli/fileTokenStore.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const writerFile = fileURLToPath(new URL('../../fakes/tokenWriter.ts', import.meta.url));

describe('FileTokenStore', () => {
  let parent: TemporaryFolder;
  let folder: string;
  beforeEach(() => {
    parent = new TemporaryFolder('code-mode-tokens-');
    folder = join(parent.path, 'sign-ins');
  });
  afterEach(() => parent[Symbol.dispose]());

  /** As earlier versions kept them. */
  const keepEarlier = (texts: object, mode = 0o600) => writeFile(`${folder}.json`, JSON.stringify(texts), { mode });
  const writer = async (name: string, count: number) => {
    const child = spawn(process.execPath, [writerFile, folder, name, String(count)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    await lines.next();
    return { child, lines, exited, go: () => child.stdin.write('\n') };
  };

  it('keeps what two terminals write at the same moment', async () => {
    const count = 40;
    const writers = await Promise.all([writer('one', count), writer('two', count)]);
    for (const { go } of writers) go();
    await Promise.all(writers.map(({ exited }) => exited));
    const tokens = new FileTokenStore(folder);
    assert.equal((await tokens.keys()).length, 2 * count);
    assert.deepEqual(await tokens.get('two 7'), { ok: true, text: 'token 7 of two' });
  });

  it('can be read and written after a terminal was killed while it wrote', async () => {
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

  it('leaves nothing of a sign-in that is over, not even a draft', async () => {
    const tokens = new FileTokenStore(folder);
    await tokens.set('a', 'token');
    const [file = ''] = await readdir(folder);
    await writeFile(join(folder, `${file}.draft`), 'token');
    await tokens.delete('a');
    assert.deepEqual(await readdir(folder), []);
    assert.deepEqual(await tokens.get('a'), { ok: true, text: undefined });
  });

  it('reads what earlier versions kept', async () => {
    await keepEarlier({ a: 'token', b: 'other' });
    const tokens = new FileTokenStore(folder);
    assert.deepEqual([await tokens.get('a'), await tokens.keys()], [{ ok: true, text: 'token' }, ['a', 'b']]);
  });

  it('takes over what earlier versions kept with its first change', async () => {
    await keepEarlier({ a: 'token', b: 'other' });
    const tokens = new FileTokenStore(folder);
    await tokens.delete('a');
    assert.deepEqual(await readdir(parent.path), ['sign-ins']);
    assert.deepEqual(
      [await tokens.get('a'), await tokens.get('b'), await tokens.keys()],
      [{ ok: true, text: undefined }, { ok: true, text: 'other' }, ['b']],
    );
  });

  it('prefers what it has to what an earlier version kept', async () => {
    const tokens = new FileTokenStore(folder);
    await tokens.set('a', 'new');
    await keepEarlier({ a: 'old' });
    assert.deepEqual(await tokens.get('a'), { ok: true, text: 'new' });
    await tokens.set('b', 'token');
    assert.deepEqual(await tokens.get('a'), { ok: true, text: 'new' });
  });

  it('neither uses nor takes over what others can read', async function () {
    if (process.platform === 'win32') return; // there is no such permission
    await keepEarlier({ a: 'token' }, 0o644);
    const tokens = new FileTokenStore(folder);
    const kept = await tokens.get('a');
    assert.match(kept.ok ? '' : kept.error, /are not used: others can read the file/);
    await assert.rejects(tokens.set('b', 'token'), /are not used/);
  });

  it('is for its owner alone', async function () {
    if (process.platform === 'win32') return; // there is no such permission
    await new FileTokenStore(folder).set('a', 'token');
    const [file = ''] = await readdir(folder);
    assert.deepEqual([(await stat(folder)).mode & 0o777, (await stat(join(folder, file))).mode & 0o777], [0o700, 0o600]);
  });
});
