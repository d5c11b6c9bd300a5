import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../src/cli/exitCode.ts';
import { serveToken } from '../../../src/cli/serveToken.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('serveToken', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = new TemporaryFolder('code-mode-serve-token-');
  });
  afterEach(() => folder[Symbol.dispose]());

  it('gives commands that start at once the same token, and later ones, too', async () => {
    const made = await Promise.all([1, 2, 3].map(() => serveToken(folder.path)));
    made.push(await serveToken(folder.path));
    assert.equal(new Set(made.map(({ token }) => token)).size, 1);
    assert.deepEqual(await readdir(folder.path), ['serve-token']);
  });

  if (process.platform !== 'win32')
    it('does not wait for a pipe in the place of its file', async () => {
      execFileSync('mkfifo', ['-m', '600', join(folder.path, 'serve-token')]);
      await assert.rejects(serveToken(folder.path), /it is not a file\. Delete the file/);
    });

  it('takes no file without a token', async () => {
    await writeFile(join(folder.path, 'serve-token'), '', { mode: 0o600 });
    await assert.rejects(serveToken(folder.path), UsageError);
  });
});
