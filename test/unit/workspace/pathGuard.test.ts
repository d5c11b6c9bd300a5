import assert from 'node:assert/strict';
import { symlinkSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryWorkspace } from '../../fakes/temporaryWorkspace.ts';

type Case = readonly [what: string, path: string];

const outOfReach: readonly Case[] = [
  ['an absolute path', '/etc/passwd'],
  ['a path that climbs out', '../secret.txt'],
  ['a path that climbs out from inside', 'src/../../secret.txt'],
  ['a path that climbs out and comes back', '../project/src/a.ts'],
  ['a path that climbs out through names that are not there', 'x/y/../../../secret.txt'],
  ['a drive', 'C:/Windows/win.ini'],
  ['a drive without a slash', 'C:win.ini'],
  ['a UNC path', '\\\\server\\share\\file'],
  ['a UNC path with slashes', '//server/share/file'],
  ['a device path', '\\\\?\\C:\\x'],
  ['backslashes that climb out', '..\\secret.txt'],
  ['a URL', 'file:///etc/passwd'],
  ['a home folder', '~/.bashrc'],
  ['another home folder', '~root/x'],
  ['a NUL', 'src/a.ts\0.png'],
  ['a line break', 'src/a\n.ts'],
  ['half a surrogate pair', 'src/\ud800.ts'],
  ['a stream of an NTFS file', 'src/a.ts::$DATA'],
  ['a name with a dot at its end', 'src/a.ts.'],
  ['a name with a space at its end', 'src/a.ts '],
  ['three dots', '.../secret.txt'],
  ['a path without end', 'a/'.repeat(3_000)],
];

const secret: readonly Case[] = [
  ['.git', '.git/config'],
  ['.git in other case', '.GIT/config'],
  ['.git after a step back', 'src/../.git/config'],
  ['.git deep below', 'vendor/lib/.git/config'],
  ['.git with a character that shows nothing', '.g\u200cit/config'],
  ['.git in fullwidth letters', '.\uff47\uff49\uff54/config'],
  ['the short name of .git', 'GIT~1/config'],
  ['.env', '.env'],
  ['.env of a stage', 'packages/api/.env.production'],
  ['.env in other case', '.Env'],
  ['a private key', 'keys/server.pem'],
  ['an ssh key', '.ssh/id_ed25519'],
  ['a registry token', '.npmrc'],
  ['definitions of servers', '.vscode/mcp.json'],
  ['definitions of servers at the root', '.mcp.json'],
];

const selfRunning: readonly Case[] = [
  ['settings', '.vscode/settings.json'],
  ['tasks', '.vscode/tasks.json'],
  ['tasks in other case', '.VSCode/tasks.json'],
  ['settings of a folder below', 'packages/api/.vscode/settings.json'],
  ['hooks', '.husky/pre-commit'],
  ['workflows', '.github/workflows/build.yml'],
  ['a container', '.devcontainer/devcontainer.json'],
  ['a workspace file', 'project.code-workspace'],
];

describe('the guard of workspace paths', () => {
  for (const [what, path] of outOfReach) {
    it(`reads nothing by ${what}`, async () => {
      using workspace = new TemporaryWorkspace({ 'src/a.ts': 'a', '../secret.txt': 'secret' });
      assert.match(await workspace.refusal('readFile', { path }), /^Path /);
    });
    it(`writes nothing by ${what}`, async () => {
      using workspace = new TemporaryWorkspace({ 'src/a.ts': 'a', '../secret.txt': 'secret' });
      assert.match(await workspace.refusal('writeFile', { path, content: 'x', overwrite: true }), /^Path /);
    });
  }

  for (const [what, path] of secret) {
    it(`does not read ${what}`, async () => {
      using workspace = new TemporaryWorkspace();
      assert.match(await workspace.refusal('readFile', { path }), /is protected/);
    });
  }

  for (const [what, path] of [...secret, ...selfRunning]) {
    it(`does not write ${what}`, async () => {
      using workspace = new TemporaryWorkspace();
      assert.match(await workspace.refusal('writeFile', { path, content: 'x' }), /is protected/);
    });
  }

  it('reads what starts by itself, which it does not write', async () => {
    using workspace = new TemporaryWorkspace({ '.vscode/settings.json': '{}' });
    assert.deepEqual(await workspace.call('readFile', { path: '.vscode/settings.json' }), {
      path: '.vscode/settings.json',
      content: '{}',
      lines: 1,
      truncated: false,
    });
  });

  describe('follows links', function () {
    before(function () {
      // Windows lets only administrators make them.
      if (process.platform === 'win32') this.skip();
    });

    for (const [what, target, path] of [
      ['a file outside', '../secret.txt', 'link'],
      ['through a folder outside', '../other', 'link/secret.txt'],
      ['a folder beside it whose name begins like its own', '../project-two', 'link/secret.txt'],
    ] as const) {
      it(`and does not read ${what}`, async () => {
        using workspace = new TemporaryWorkspace({ [path.replace('link', target)]: 'secret' });
        symlinkSync(target, join(workspace.root, 'link'));
        assert.match(await workspace.refusal('readFile', { path }), /is a link out of /);
      });
    }

    it('and makes no file in a folder outside', async () => {
      using workspace = new TemporaryWorkspace({ '../other/kept.txt': '' });
      symlinkSync('../other', join(workspace.root, 'link'));
      await workspace.call('writeFile', { path: 'link/deep/new.txt', content: 'x' });
      assert.equal(existsSync(join(workspace.outside, 'other/deep')), false);
    });

    it('and makes no file where a link leads to nothing', async () => {
      using workspace = new TemporaryWorkspace();
      symlinkSync('../new.txt', join(workspace.root, 'link.txt'));
      assert.match(await workspace.refusal('writeFile', { path: 'link.txt', content: 'x' }), /is a link out/);
    });

    it('and does not read a protected file by another name', async () => {
      using workspace = new TemporaryWorkspace({ '.env': 'KEY=1' });
      symlinkSync('.env', join(workspace.root, 'notes.txt'));
      assert.match(await workspace.refusal('readFile', { path: 'notes.txt' }), /"\.env\*" is protected/);
    });

    it('and does not write what only the link is open to', async () => {
      using workspace = new TemporaryWorkspace({ 'src/a.ts': 'a' });
      workspace.write = ['out/**'];
      symlinkSync('src', join(workspace.root, 'out'));
      assert.match(
        await workspace.refusal('writeFile', { path: 'out/b.ts', content: 'x' }),
        /"src\/b\.ts" may not be written/,
      );
    });

    it('and reads a file inside, by its real name', async () => {
      using workspace = new TemporaryWorkspace({ 'src/a.ts': 'a' });
      symlinkSync('src', join(workspace.root, 'lib'));
      assert.deepEqual(await workspace.call('readFile', { path: 'lib/a.ts' }), {
        path: 'src/a.ts',
        content: 'a',
        lines: 1,
        truncated: false,
      });
    });

    it('and ends when they lead to each other', async () => {
      using workspace = new TemporaryWorkspace();
      symlinkSync('b', join(workspace.root, 'a'));
      symlinkSync('a', join(workspace.root, 'b'));
      assert.match(await workspace.refusal('readFile', { path: 'a' }), /ELOOP/);
    });

    it('and finds no file behind one', async () => {
      using workspace = new TemporaryWorkspace({ '../other/secret.txt': 'secret' });
      symlinkSync('../other', join(workspace.root, 'link'));
      assert.deepEqual(await workspace.call('findFiles', { pattern: '**' }), { paths: [], truncated: false });
    });
  });

  it('writes nothing unless a path is open to it', async () => {
    using workspace = new TemporaryWorkspace();
    workspace.write = [];
    assert.match(
      await workspace.refusal('writeFile', { path: 'a.txt', content: 'x' }),
      /no path is open to it.*writePaths/,
    );
  });

  for (const [what, read, told] of [
    ['but what is open to it', ['docs/**'], /only "docs\/\*\*" is open to it/],
    ['that a negated glob takes away', ['**', '!src/**'], /may not be read/],
    ['by a negated glob alone', ['!docs/**'], /may not be read/],
  ] as const) {
    it(`reads nothing ${what}`, async () => {
      using workspace = new TemporaryWorkspace({ 'src/a.ts': 'a' });
      workspace.read = read;
      assert.match(await workspace.refusal('readFile', { path: 'src/a.ts' }), told);
    });
  }

  it('does not edit, and so does not show, what may be written but not read', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'old' });
    workspace.read = [];
    const edits = [{ oldText: 'o', newText: 'n' }];
    assert.match(await workspace.refusal('editFile', { path: 'a.txt', edits }), /may not be read/);
  });
});
