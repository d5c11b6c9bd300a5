import assert from 'node:assert/strict';
import { lstat, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfigFile, replaceConfigFile } from '../../../src/setup/configFile.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';

describe('the file of a client', () => {
  const folder = freshFolder('code-mode-setup-');
  let path: string;

  beforeEach(async () => {
    path = join(folder.path, 'mcp.json');
    await writeFile(path, '{}', { mode: 0o640 });
  });

  const replaced = async (named: string) => {
    const file = await readConfigFile(named);
    assert.ok(file.kind !== 'unusable');
    return replaceConfigFile(file, '{"a":1}');
  };

  it('is replaced, with a backup beside it', async () => {
    const copy = await replaced(path);
    assert.deepEqual([await readFile(path, 'utf8'), await readFile(copy ?? '', 'utf8')], ['{"a":1}', '{}']);
  });

  it('is left alone where another program wrote it meanwhile', async () => {
    const file = await readConfigFile(path);
    assert.ok(file.kind !== 'unusable');
    await writeFile(path, '{"theirs":1}');
    await assert.rejects(replaceConfigFile(file, '{"a":1}'), /changed meanwhile/);
    assert.equal(await readFile(path, 'utf8'), '{"theirs":1}');
  });

  it('is left alone where another program made it meanwhile', async () => {
    const missing = await readConfigFile(join(folder.path, 'new.json'));
    assert.ok(missing.kind === 'missing');
    await writeFile(missing.path, '{"theirs":1}');
    await assert.rejects(replaceConfigFile(missing, '{"a":1}'), /changed meanwhile/);
  });

  if (process.platform === 'linux')
    it('has no more in it than its size says, where it is one of the system', async () => {
      await symlink('/proc/self/pagemap', join(folder.path, 'link.json'));
      assert.equal((await readConfigFile(join(folder.path, 'link.json'))).kind, 'file');
    });

  if (process.platform !== 'win32') {
    it('keeps its mode, and only its user can read the backup', async () => {
      const copy = await replaced(path);
      assert.deepEqual(
        [(await stat(path)).mode & 0o777, (await stat(copy ?? '')).mode & 0o777],
        [0o640, 0o600],
      );
    });

    it('stays where a link leads', async () => {
      const link = join(folder.path, 'link.json');
      await symlink(path, link);
      await replaced(link);
      assert.deepEqual(
        [(await lstat(link)).isSymbolicLink(), await readFile(path, 'utf8')],
        [true, '{"a":1}'],
      );
    });

    it('is left alone where its link leads nowhere', async () => {
      const link = join(folder.path, 'link.json');
      await symlink(join(folder.path, 'nothing.json'), link);
      assert.equal((await readConfigFile(link)).kind, 'unusable');
    });
  }

  it('is made for its owner alone where there is none', async () => {
    const missing = join(folder.path, 'new', 'mcp.json');
    assert.equal(await replaced(missing), undefined);
    if (process.platform !== 'win32') assert.equal((await stat(missing)).mode & 0o777, 0o600);
  });

  it('is left alone when it is too large', async () => {
    await truncate(path, 64 * 1024 * 1024);
    assert.equal((await readConfigFile(path)).kind, 'unusable');
  });

  it('is left alone when it is no text', async () => {
    await writeFile(path, Buffer.from([0x7b, 0xff, 0x7d]));
    assert.equal((await readConfigFile(path)).kind, 'unusable');
  });

  it('is left alone when it is a folder', async () =>
    assert.equal((await readConfigFile(folder.path)).kind, 'unusable'));
});
