import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NodeFiles } from '../../../src/workspace/nodeFiles.ts';
import { TemporaryWorkspace } from '../../fakes/temporaryWorkspace.ts';

const content = (workspace: TemporaryWorkspace, path: string) =>
  readFileSync(join(workspace.root, path), 'utf8');

describe('the workspace tools', () => {
  it('read some lines of a file', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one\ntwo\nthree\nfour' });
    const answer = { path: 'a.txt', content: 'two\nthree', lines: 4, truncated: true };
    assert.deepEqual(await workspace.call('readFile', { path: 'a.txt', offset: 2, limit: 2 }), answer);
  });

  it('say how to read what is not text', async () => {
    using workspace = new TemporaryWorkspace();
    workspace.put('a.bin', new Uint8Array([0, 255]));
    assert.match(await workspace.refusal('readFile', { path: 'a.bin' }), /encoding: "base64"/);
  });

  it('give bytes as base64', async () => {
    using workspace = new TemporaryWorkspace();
    workspace.put('a.bin', new Uint8Array([0, 255]));
    const answer = { path: 'a.bin', content: 'AP8=', lines: 0, truncated: false };
    assert.deepEqual(await workspace.call('readFile', { path: 'a.bin', encoding: 'base64' }), answer);
  });

  it('give no more than 10 MB of a file', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x'.repeat(10 * 1024 * 1024 + 1) });
    assert.match(await workspace.refusal('readFile', { path: 'a.txt' }), /exceed 10485760 bytes/);
    assert.match(
      await workspace.refusal('readFile', { path: 'a.txt', encoding: 'base64' }),
      /the limit is 10485760/,
    );
  });

  it('read some lines of a file of more than 10 MB', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': `${'line\n'.repeat(3_000_000)}last` });
    const answer = { path: 'a.txt', content: 'line\nlast', lines: 3_000_001, truncated: false };
    assert.deepEqual(
      await workspace.call('readFile', { path: 'a.txt', offset: 3_000_000, limit: 2 }),
      answer,
    );
  });

  it('refuse a file of more than 10 MB where it comes only whole', async () => {
    class WholeFiles extends NodeFiles {
      override stream(): undefined {
        return undefined;
      }
    }
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x\n'.repeat(6_000_000) });
    using whole = new TemporaryWorkspace({}, { files: new WholeFiles([workspace.root]) });
    assert.match(await whole.refusal('readFile', { path: 'a.txt', limit: 1 }), /the limit is 10485760/);
  });

  it('name no absolute path when the file system refuses', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': '' });
    const answer = await workspace.refusal('writeFile', { path: 'a.txt/b.txt', content: '' });
    assert.match(answer, /^File system error (ENOTDIR|EEXIST)/);
  });

  it('tell two folders of one name apart', async () => {
    using web = new TemporaryWorkspace({ 'src/a.txt': 'web' });
    using api = new TemporaryWorkspace({ 'src/a.txt': 'api' });
    using both = new TemporaryWorkspace(
      {},
      { files: new NodeFiles([join(web.root, 'src'), join(api.root, 'src')]) },
    );
    assert.deepEqual(await both.call('findFiles', { pattern: '**' }), {
      paths: ['src/a.txt', 'src-2/a.txt'],
      truncated: false,
    });
    const answer = { path: 'src-2/a.txt', content: 'api', lines: 1, truncated: false };
    assert.deepEqual(await both.call('readFile', { path: 'src-2/a.txt' }), answer);
  });

  it('make a file and its folders', async () => {
    using workspace = new TemporaryWorkspace();
    assert.deepEqual(await workspace.call('writeFile', { path: 'a/b/c.txt', content: 'é' }), {
      path: 'a/b/c.txt',
      bytes: 2,
      created: true,
    });
    assert.equal(content(workspace, 'a/b/c.txt'), 'é');
  });

  it('do not replace a file unasked', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'old' });
    assert.match(await workspace.refusal('writeFile', { path: 'a.txt', content: 'new' }), /exists/);
    assert.equal(content(workspace, 'a.txt'), 'old');
  });

  it('replace a file and leave nothing beside it', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'old' });
    await workspace.call('writeFile', { path: 'a.txt', content: 'new', overwrite: true });
    assert.deepEqual([readdirSync(workspace.root), content(workspace, 'a.txt')], [['a.txt'], 'new']);
  });

  it('do not replace a file that is read-only', async function () {
    if (process.platform === 'win32') this.skip(); // chmod makes no difference there to its owner
    using workspace = new TemporaryWorkspace({ 'a.txt': 'old' });
    for (const folder of [workspace.outside, workspace.root]) chmodSync(folder, 0o777);
    chmodSync(join(workspace.root, 'a.txt'), 0o444);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      const input = { path: 'a.txt', content: 'new', overwrite: true };
      assert.match(await workspace.refusal('writeFile', input), /EACCES/);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    assert.equal(content(workspace, 'a.txt'), 'old');
  });

  for (const mode of [0o600, 0o666]) {
    it(`keep the rights ${mode.toString(8)} of a file they replace, whatever new files get`, async () => {
      using workspace = new TemporaryWorkspace({ 'a.sh': 'old' });
      const file = join(workspace.root, 'a.sh');
      chmodSync(file, mode);
      const before = statSync(file).mode;
      await workspace.call('writeFile', { path: 'a.sh', content: 'new', overwrite: true });
      assert.equal(statSync(file).mode, before);
    });
  }

  it('edit a text that is there once, taking $& for itself', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one two' });
    await workspace.call('editFile', { path: 'a.txt', edits: [{ oldText: 'two', newText: '$&' }] });
    assert.equal(content(workspace, 'a.txt'), 'one $&');
  });

  for (const [tool, input] of [
    ['writeFile', { content: 'a \ud83d', overwrite: true }],
    ['editFile', { edits: [{ oldText: '\ud83d', newText: '' }] }],
  ] as const) {
    it(`write no half of a character by ${tool}`, async () => {
      using workspace = new TemporaryWorkspace({ 'a.txt': 'x😀' });
      assert.match(await workspace.refusal(tool, { path: 'a.txt', ...input }), /half of a character/);
      assert.equal(content(workspace, 'a.txt'), 'x😀');
    });
  }

  it('say that the lines of a file end otherwise than those of an edit', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one\r\ntwo\r\n' });
    const edits = [{ oldText: 'one\ntwo', newText: '' }];
    assert.match(
      await workspace.refusal('editFile', { path: 'a.txt', edits }),
      /Lines there end with \\r\\n\./,
    );
  });

  it('say how often and at which lines a text is that is not unique', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x\ny\nx\n' });
    assert.match(
      await workspace.refusal('editFile', { path: 'a.txt', edits: [{ oldText: 'x', newText: 'z' }] }),
      /2 times, at lines 1, 3/,
    );
  });

  it('write nothing when one of the edits fails', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one' });
    const edits = [
      { oldText: 'one', newText: 'two' },
      { oldText: 'three', newText: '' },
    ];
    assert.match(await workspace.refusal('editFile', { path: 'a.txt', edits }), /^Edit 2 .*not found/);
    assert.equal(content(workspace, 'a.txt'), 'one');
  });

  it('lose no edit of two at once', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'a b' });
    const edit = (oldText: string) =>
      workspace.call('editFile', { path: 'a.txt', edits: [{ oldText, newText: oldText.toUpperCase() }] });
    await Promise.all([edit('a'), edit('b')]);
    assert.equal(content(workspace, 'a.txt'), 'A B');
  });

  it('list a folder without what is protected', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': '', '.env': '', 'src/b.ts': '' });
    const answer = await workspace.call('listFiles', {});
    assert.deepEqual(typeof answer === 'object' && answer['entries'], [
      { name: 'a.txt', kind: 'file' },
      { name: 'src', kind: 'folder' },
    ]);
  });

  it('do not begin a call that was cancelled', async () => {
    using workspace = new TemporaryWorkspace();
    assert.equal(
      await workspace.call('writeFile', { path: 'a.txt', content: '' }, AbortSignal.abort()),
      'cancelled',
    );
  });

  it('are not there when they are turned off', async () => {
    using workspace = new TemporaryWorkspace();
    workspace.enabled = false;
    assert.deepEqual(await workspace.source.servers(), []);
  });

  it('are called by nobody once they are turned off', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': '' });
    workspace.enabled = false;
    assert.equal(await workspace.call('readFile', { path: 'a.txt' }), 'server_unavailable');
  });
});
