import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CacheFolder } from '../../../../src/base/files/cacheFolder.ts';
import { compiledSources } from '../../../fakes/compiledSources.ts';
import { everyTest } from '../../../fakes/everyTest.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('a kept folder', () => {
  const parent = freshFolder('kept-folder-');
  let path = '';
  const logged: string[] = [];

  beforeEach(() => {
    path = join(parent.path, 'kept');
    logged.length = 0;
  });

  const open = (mostFiles?: number) =>
    new CacheFolder({
      folder: path,
      what: 'The notes',
      log: (line) => logged.push(line),
      ...(mostFiles !== undefined && { mostFiles }),
    });
  const keep = async (folder: CacheFolder, entries: Readonly<Record<string, unknown>>) => {
    for (const [key, content] of Object.entries(entries))
      folder.write(key, () => Promise.resolve(JSON.stringify(content)));
    await folder.dispose();
  };

  it('gives back what was written, to another session too', async () => {
    await keep(open(), { a: { n: 1 }, b: [2] });
    assert.deepEqual(
      [await open().read('a'), await open().read('b'), await open().read('c')],
      [{ n: 1 }, [2], undefined],
    );
  });

  it('keeps the last of several writes', async () => {
    const folder = open();
    for (const n of [1, 2, 3]) folder.write('a', () => Promise.resolve(JSON.stringify(n)));
    await folder.dispose();
    assert.equal(await open().read('a'), 3);
  });

  it('leaves no draft behind', async () => {
    await keep(open(), { a: 1 });
    assert.deepEqual(await readdir(path), ['a.json']);
  });

  it('is shared by windows that write different keys, and the same', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([keep(one, { a: 1, both: 'x' }), keep(other, { b: 2, both: 'x' })]);
    assert.deepEqual([await one.read('b'), await other.read('a'), await one.read('both')], [2, 1, 'x']);
  });

  it('reads nothing from a file that is damaged, and says so', async () => {
    await keep(open(), { a: 1 });
    await writeFile(join(path, 'a.json'), '{"half');
    assert.equal(await open().read('a'), undefined);
    assert.match(logged.join('\n'), /^The notes in .*a\.json are unreadable .*: SyntaxError/);
  });

  it('reads nothing from a file that is too large', async () => {
    await keep(open(), { a: 1 });
    await writeFile(join(path, 'a.json'), `"${'x'.repeat(5_000_000)}"`);
    assert.equal(await open().read('a'), undefined);
    assert.match(logged.join('\n'), /it has 5000002 bytes; the limit is 4194304/);
  });

  it('reads nothing from what is no file', async () => {
    await keep(open(), { a: 1 });
    await rm(join(path, 'a.json'));
    await symlink('/dev/null', join(path, 'a.json'));
    await open().read('a');
    assert.match(logged.join('\n'), /not a file/);
  });

  it('does not write what is too much, and says so', async () => {
    await keep(open(), { a: 'x'.repeat(5_000_000) });
    assert.equal(await open().read('a'), undefined);
    assert.match(logged.join('\n'), /The notes are too large/);
  });

  it('says so when it cannot write', async () => {
    await writeFile(path, 'a file where a folder should be');
    await keep(open(), { a: 1 });
    assert.match(logged.join('\n'), /The notes were not saved in .*kept/);
  });

  it('removes the files written longest ago when there are too many', async () => {
    await keep(open(), { a: 1, b: 2, c: 3 });
    await utimes(join(path, 'b.json'), 1, 1);
    await keep(open(2), { c: 4 });
    assert.deepEqual(await readdir(path), ['a.json', 'c.json']);
  });

  it('removes drafts that a killed process left behind long ago, and no others', async () => {
    await keep(open(), { a: 1 });
    await writeFile(join(path, 'old.json.1.draft'), '{');
    await utimes(join(path, 'old.json.1.draft'), 1, 1);
    await writeFile(join(path, 'new.json.2.draft'), '{');
    await keep(open(), { b: 1 });
    assert.deepEqual(await readdir(path), ['a.json', 'b.json', 'new.json.2.draft']);
  });

  it('holds a whole file whenever the process that writes it is killed', async () => {
    const writer = fileURLToPath(new URL('../../../fakes/endlessWriter.ts', import.meta.url));
    const rounds = everyTest ? 20 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const child = fork(writer, [path], { env: compiledSources });
      await once(child, 'message');
      child.kill('SIGKILL');
      await once(child, 'exit');
      const content = await open().read('a');
      assert.ok(Array.isArray(content) && content.length === 10_000);
      assert.deepEqual(logged, []);
    }
  });
});
