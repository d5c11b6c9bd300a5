import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryWorkspace } from '../../fakes/temporaryWorkspace.ts';

const HEAD = 'ref: refs/heads/main\n';
const bare = {
  'lib/HEAD': HEAD,
  'lib/config': '[core]\n',
  'lib/objects/info/packs': '',
  'lib/refs/heads/main': '',
};
const worktree = { 'wt/HEAD': HEAD, 'wt/commondir': '../repo.git\n', 'wt/gitdir': '/elsewhere/.git\n' };

/** Writes one after the other; the first refusal ends it. */
async function write(workspace: TemporaryWorkspace, paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const answer = await workspace.call('writeFile', { path, content: HEAD });
    if (typeof answer === 'string') return `${path}: ${answer}`;
  }
  return undefined;
}

describe('a git directory under another name', () => {
  it('is not written into', async () => {
    using workspace = new TemporaryWorkspace(bare);
    assert.match(
      await workspace.refusal('writeFile', { path: 'lib/config', content: 'x', overwrite: true }),
      /^"lib\/config" may not be written: "lib" .* git directory/,
    );
  });

  it('is not edited', async () => {
    using workspace = new TemporaryWorkspace(bare);
    const edits = [{ oldText: '[core]', newText: '[core]\nfsmonitor = evil' }];
    assert.match(await workspace.refusal('editFile', { path: 'lib/config', edits }), /"lib" is or would be/);
  });

  for (const [where, files, path, named] of [
    ['far below, where its hooks are', bare, 'lib/hooks/a/pre-commit', '"lib"'],
    [
      'where it is the workspace folder itself',
      { HEAD, 'objects/a': '', 'refs/a': '' },
      'config',
      'the workspace folder',
    ],
    ['where it is that of a worktree, with the objects of another', worktree, 'wt/config.worktree', '"wt"'],
  ] as const) {
    it(`is not written into ${where}`, async () => {
      using workspace = new TemporaryWorkspace(files);
      const refusal = await workspace.refusal('writeFile', { path, content: 'x' });
      assert.ok(refusal.includes(`${named} is or would be a git directory`), refusal);
    });
  }

  for (const order of [
    ['a/b/config', 'a/b/objects/x', 'a/b/refs/x', 'a/b/HEAD'],
    ['a/b/config', 'a/b/HEAD', 'a/b/refs/x', 'a/b/objects/deep/x'],
    ['a/b/HEAD', 'a/b/objects/x', 'a/b/refs/heads/x', 'a/b/config'],
    ['a/b/HEAD', 'a/b/objects/x', 'a/b/config', 'a/b/refs'],
    ['a/b/config', 'a/b/HEAD', 'a/b/commondir'],
    ['a/b/commondir', 'a/b/HEAD'],
    ['HEAD', 'objects/x', 'config', 'refs/x'],
    ['a/objects/x', 'a/refs/x', 'a/head'],
    ['a/objects/x', 'a/refs/x', 'a/\uff28EAD'],
    ['a/objects/x', 'a/refs/x', 'a/HE\u200cAD'],
  ]) {
    it(`is not made by writing ${order.join(', ')}`, async () => {
      using workspace = new TemporaryWorkspace();
      assert.match((await write(workspace, order)) ?? 'it was made', /would be a git directory/);
    });
  }

  it('is not completed where two of its names are there already, one as a link', async function () {
    if (process.platform === 'win32') this.skip(); // only administrators make links there
    using workspace = new TemporaryWorkspace({ 'lib/refs/x': '', 'store/x': '' });
    symlinkSync('../store', join(workspace.root, 'lib/objects'));
    assert.match(
      await workspace.refusal('writeFile', { path: 'lib/HEAD', content: HEAD }),
      /would be a git directory/,
    );
  });

  it('is known behind a link to it, and through a link in it', async function () {
    if (process.platform === 'win32') this.skip(); // only administrators make links there
    using workspace = new TemporaryWorkspace({ ...bare, 'store/x': '' });
    symlinkSync('lib', join(workspace.root, 'docs'));
    symlinkSync('../store', join(workspace.root, 'lib/hooks'));
    assert.match(
      await workspace.refusal('writeFile', { path: 'docs/hooks.md', content: 'x' }),
      /"docs" is or would be/,
    );
    assert.match(
      await workspace.refusal('writeFile', { path: 'lib/hooks/pre-commit', content: 'x' }),
      /"lib" is or would be/,
    );
  });

  it('can be read', async () => {
    using workspace = new TemporaryWorkspace(bare);
    assert.deepEqual(await workspace.call('listFiles', { path: 'lib/refs' }), {
      path: 'lib/refs',
      entries: [{ name: 'heads', kind: 'folder' }],
    });
  });

  it('is not what has only some of these names', async () => {
    using workspace = new TemporaryWorkspace();
    mkdirSync(join(workspace.root, 'src/objects'), { recursive: true });
    assert.equal(
      await write(workspace, [
        'src/objects/a.ts',
        'src/refs/a.ts',
        'src/config',
        'api/HEAD',
        'api/objects/a.ts',
      ]),
      undefined,
    );
    assert.ok(existsSync(join(workspace.root, 'api/objects/a.ts')));
  });
});
