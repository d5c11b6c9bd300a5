import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';
import { NodeFiles } from '../../../src/workspace/nodeFiles.ts';
import { TemporaryWorkspace } from '../../fakes/temporaryWorkspace.ts';

interface Match {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

async function found(workspace: TemporaryWorkspace, input: JsonObject): Promise<readonly string[]> {
  const answer = await workspace.call('findFiles', input);
  assert.ok(typeof answer === 'object', JSON.stringify(answer));
  return answer['paths'] as readonly string[]; // by its output schema
}

async function matches(workspace: TemporaryWorkspace, input: JsonObject): Promise<readonly Match[]> {
  const answer = await workspace.call('searchText', input);
  assert.ok(typeof answer === 'object', JSON.stringify(answer));
  return answer['matches'] as unknown as readonly Match[]; // by its output schema
}

const places = async (workspace: TemporaryWorkspace, input: JsonObject) =>
  (await matches(workspace, input)).map(({ path, line, column }) => `${path}:${line}:${column}`);

describe('finding files', () => {
  it('goes by a glob, folder by folder', async () => {
    using workspace = new TemporaryWorkspace({ 'src/a.ts': '', 'src/x/b.ts': '', 'src/c.js': '' });
    assert.deepEqual(await found(workspace, { pattern: '**/*.ts' }), ['src/a.ts', 'src/x/b.ts']);
  });

  it('takes alternatives in braces', async () => {
    using workspace = new TemporaryWorkspace({ 'a.ts': '', 'b.tsx': '', 'c.js': '' });
    assert.deepEqual(await found(workspace, { pattern: '*.{ts,tsx}' }), ['a.ts', 'b.tsx']);
  });

  it('leaves out what is excluded', async () => {
    using workspace = new TemporaryWorkspace({ 'a.ts': '', 'a.test.ts': '', 'old/b.ts': '' });
    assert.deepEqual(await found(workspace, { pattern: '**/*.ts', exclude: ['**/*.test.ts', 'old'] }), [
      'a.ts',
    ]);
  });

  it('leaves out node_modules and what .gitignore names, unless asked for it', async () => {
    const files = {
      '.gitignore': '/dist\n',
      'a.ts': '',
      'dist/b.ts': '',
      'node_modules/c.ts': '',
      'src/.gitignore': 'd.ts',
      'src/d.ts': '',
    };
    using workspace = new TemporaryWorkspace(files);
    assert.deepEqual(await found(workspace, { pattern: '**/*.ts' }), ['a.ts']);
    const all = ['a.ts', 'dist/b.ts', 'node_modules/c.ts', 'src/d.ts'];
    assert.deepEqual(await found(workspace, { pattern: '**/*.ts', includeIgnored: true }), all);
  });

  it('does not read a .gitignore that is a link', async () => {
    using workspace = new TemporaryWorkspace({ 'a.ts': '' });
    workspace.put('../rules', '*');
    symlinkSync(join(workspace.outside, 'rules'), join(workspace.root, '.gitignore'));
    assert.deepEqual(await found(workspace, { pattern: '*.ts' }), ['a.ts']);
  });

  it('leaves out what the editor does not show', async () => {
    class FilesWithExcludes extends NodeFiles {
      excludes = () => ['**/*.{js,map}', 'build'];
    }
    using workspace = new TemporaryWorkspace({ 'a.ts': '', 'a.js': '', 'x/a.map': '', 'build/b.ts': '' });
    using shown = new TemporaryWorkspace({}, { files: new FilesWithExcludes([workspace.root]) });
    assert.deepEqual(await found(shown, { pattern: '**' }), ['a.ts']);
    assert.equal((await found(shown, { pattern: '**', includeIgnored: true })).length, 4);
  });

  it('finds no protected file, even among those that are ignored', async () => {
    using workspace = new TemporaryWorkspace({
      '.gitignore': '.env',
      '.env': '',
      '.git/config': '',
      'a.ts': '',
    });
    assert.deepEqual(await found(workspace, { pattern: '**/*', includeIgnored: true }), [
      '.gitignore',
      'a.ts',
    ]);
  });

  it('ends soon with a glob that would keep a regular expression busy', async () => {
    using workspace = new TemporaryWorkspace({ ['a'.repeat(200)]: '' });
    assert.deepEqual(await found(workspace, { pattern: `${'*a'.repeat(200)}*b` }), []);
  });
});

describe('searching a text', () => {
  it('goes by line, taking signs of regular expressions for themselves', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x\n (a+)+$\n', 'b.txt': 'aaaa' });
    assert.deepEqual(await matches(workspace, { query: '(a+)+$' }), [
      { path: 'a.txt', line: 2, column: 2, text: ' (a+)+$' },
    ]);
  });

  it('ignores case when told to', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'Hello' });
    const count = async (input: JsonObject) =>
      (await matches(workspace, { query: 'hELLO', ...input })).length;
    assert.deepEqual(
      [await count({}), await count({ ignoreCase: true }), await count({ ignoreCase: true, regex: true })],
      [0, 1, 1],
    );
  });

  it('gives the column in the line as it is where a letter before has a longer lower case', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'İzmir, İstanbul' });
    assert.deepEqual(await places(workspace, { query: 'istanbul', ignoreCase: true }), ['a.txt:1:8']);
  });

  it('shows the lines around a match', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one\ntwo\nthree\nfour' });
    const [match] = await matches(workspace, { query: 'two', contextLines: 2 });
    assert.deepEqual([match?.before, match?.after], [['one'], ['three', 'four']]);
  });

  it('shows the part of a long line that has the match', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': `${'x'.repeat(5_000)}needle${'y'.repeat(5_000)}` });
    const [match] = await matches(workspace, { query: 'needle' });
    assert.ok(
      match !== undefined &&
        match.column === 5_001 &&
        match.text.includes('needle') &&
        match.text.length === 300,
    );
  });

  it('looks only where it is told to', async () => {
    using workspace = new TemporaryWorkspace({
      'src/a.ts': 'x',
      'src/a.test.ts': 'x',
      'doc/b.md': 'x',
      'c.md': 'x',
    });
    const input = { query: 'x', include: ['src', '*.md'], exclude: '**/*.test.ts' };
    assert.deepEqual(await places(workspace, input), ['c.md:1:1', 'src/a.ts:1:1']);
  });

  it('takes a byte order mark for no part of the first line', async () => {
    using workspace = new TemporaryWorkspace({
      '.gitignore': '\ufeffb.txt',
      'a.txt': '\ufeffone',
      'b.txt': 'one',
    });
    assert.deepEqual(await places(workspace, { query: '^one', regex: true }), ['a.txt:1:1']);
  });

  it('refuses a query of two lines, which no line can match', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one\ntwo' });
    assert.match(await workspace.refusal('searchText', { query: 'one\ntwo' }), /Search one line/);
  });

  it('takes a regular expression that names a line break and matches a line', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one two' });
    assert.deepEqual(await places(workspace, { query: 'one[^\n]*two', regex: true }), ['a.txt:1:1']);
  });

  it('looks into no protected file', async () => {
    using workspace = new TemporaryWorkspace({ '.env': 'KEY=1', 'a/.git/config': 'KEY=1' });
    assert.deepEqual(await matches(workspace, { query: 'KEY', includeIgnored: true }), []);
  });

  it('ends at its limit and says so', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x\nx\nx' });
    const answer = await workspace.call('searchText', { query: 'x', limit: 2 });
    assert.ok(typeof answer === 'object');
    assert.deepEqual(
      [answer['truncated'], (await places(workspace, { query: 'x', limit: 2 })).length],
      [true, 2],
    );
  });

  it('does not say that there is more when the limit is just reached', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'x\nx', 'b.txt': 'y' });
    const answer = await workspace.call('searchText', { query: 'x', limit: 2 });
    assert.equal(typeof answer === 'object' && answer['truncated'], false);
  });
});

describe('searching by a regular expression', () => {
  it('goes by line, whatever ends it', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'one 1\r\ntwo\r\nthree 33\r\n', 'b.txt': 'none' });
    assert.deepEqual(await places(workspace, { query: '\\d+$', regex: true }), ['a.txt:1:5', 'a.txt:3:7']);
  });

  it('knows properties of Unicode', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': '12 é' });
    assert.deepEqual(await places(workspace, { query: '\\p{L}', regex: true }), ['a.txt:1:4']);
  });

  it('takes an escape that needs none', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': 'a-b' });
    assert.deepEqual(await places(workspace, { query: 'a\\-b', regex: true }), ['a.txt:1:1']);
  });

  it('says what is wrong with one that is none', async () => {
    using workspace = new TemporaryWorkspace();
    assert.match(await workspace.refusal('searchText', { query: '(a', regex: true }), /Unterminated group/);
  });

  it('ends one that would take longer than anybody waits', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': `${'a'.repeat(50)}!` });
    assert.match(
      await workspace.refusal('searchText', { query: '^(a+)+$', regex: true }),
      /takes over 2 s on "a\.txt"/,
    );
  });

  it('is let go when the call is cancelled', async () => {
    using workspace = new TemporaryWorkspace({ 'a.txt': `${'a'.repeat(50)}!` });
    const controller = new AbortController();
    const outcome = workspace.call('searchText', { query: '^(a+)+$', regex: true }, controller.signal);
    controller.abort();
    assert.equal(await outcome, 'cancelled');
  });
});
