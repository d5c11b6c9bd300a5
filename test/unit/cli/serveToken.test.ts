import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../src/cli/exitCode.ts';
import { fixedToken, newToken, publishToken } from '../../../src/cli/serveToken.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';

describe('serve --http', () => {
  const folder = freshFolder('code-mode-serve-token-');

  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

  describe('the token of a start', () => {
    it('is another one each time', () => assert.notEqual(newToken(), newToken()));

    it('stands in a file of its port, in place of that of the start before', async () => {
      for (const [token, port] of [
        ['first', 7_332],
        ['second', 7_332],
        ['third', 7_333],
      ] as const) {
        const file = await publishToken(token, port, folder.path);
        assert.equal(await readFile(file, 'utf8'), `${token}\n`);
      }
      assert.deepEqual((await readdir(folder.path)).toSorted(), ['serve-token-7332', 'serve-token-7333']);
    });

    if (process.platform !== 'win32') {
      it('is for its owner alone, whatever stood at its place', async () => {
        const others = join(folder.path, 'others');
        await writeFile(others, 'kept', { mode: 0o644 });
        await symlink(others, join(folder.path, 'serve-token-7332'));
        assert.equal(await modeOf(await publishToken('token', 7_332, folder.path)), 0o600);
        assert.equal(await readFile(others, 'utf8'), 'kept');
      });
    }
  });

  describe('the token of a file', () => {
    const file = () => join(folder.path, 'some', 'token');
    const written = async (text: string): Promise<string> => {
      const path = join(folder.path, 'token');
      await writeFile(path, text, { mode: 0o600 });
      return path;
    };

    it('is made where there is none, and is the same for commands that start at once, and for later ones', async () => {
      const made = await Promise.all([1, 2, 3].map(() => fixedToken(file())));
      made.push(await fixedToken(file()));
      assert.equal(new Set(made).size, 1);
      assert.deepEqual(await readdir(join(folder.path, 'some')), ['token']);
    });

    it('is read without the line break and the mark of an editor', async () => {
      const token = newToken();
      assert.equal(await fixedToken(await written(`\ufeff${token}\r\n`)), token);
    });

    for (const [what, text] of [
      ['is empty', ''],
      ['is short', 'x'.repeat(31)],
      ['has two lines', `${newToken()}\n${newToken()}`],
      ['has a blank in it', `Bearer ${newToken()}`],
      ['no header can have', 'ø'.repeat(40)],
      ['is longer than a header', 'x'.repeat(1_025)],
    ] as const) {
      it(`is refused where it ${what}`, async () => {
        await assert.rejects(
          fixedToken(await written(text)),
          (error) => error instanceof UsageError && /32 to 1,024/.test(error.message),
        );
      });
    }

    it('is not read from a file without end', async () => {
      const path = await written(newToken());
      await truncate(path, 2 ** 40);
      await assert.rejects(fixedToken(path), UsageError);
    });

    it('is read from no folder', () => assert.rejects(fixedToken(folder.path), UsageError));

    if (process.platform !== 'win32') {
      it('is made for its owner alone', async () => {
        await fixedToken(file());
        assert.deepEqual([await modeOf(file()), await modeOf(join(folder.path, 'some'))], [0o600, 0o700]);
      });

      it('is refused where others can read it', async () => {
        const path = await written(newToken());
        await chmod(path, 0o640);
        await assert.rejects(fixedToken(path), /others can read it/);
      });

      it('is read through a link', async () => {
        const token = newToken();
        await symlink(await written(token), join(folder.path, 'link'));
        assert.equal(await fixedToken(join(folder.path, 'link')), token);
      });

      it('is not waited for where the file is a pipe', async () => {
        const pipe = join(folder.path, 'pipe');
        execFileSync('mkfifo', ['-m', '600', pipe]);
        await assert.rejects(fixedToken(pipe), /it is not a file/);
      });
    }
  });
});
