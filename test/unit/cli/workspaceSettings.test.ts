import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RoutingPatterns } from '../../../src/catalog/routing/routingPatterns.ts';
import { readWorkspaceSettings, routingOf, withoutLeftOut } from '../../../src/cli/workspaceSettings.ts';
import type { ServerDefinition } from '../../../src/mcp/definitions/serverDefinition.ts';
import { freshFolder } from '../../fakes/temporaryFolder.ts';

const geo: ServerDefinition = {
  name: 'geo',
  origin: 'mcp.json',
  launch: { type: 'invalid', error: 'it is made up.' },
};

describe('the settings of a workspace on the terminal', () => {
  const folder = freshFolder('code-mode-settings-');

  beforeEach(async () => {
    await mkdir(join(folder.path, '.vscode'));
  });

  const read = async (text: string | Uint8Array, configs: readonly string[] = []) => {
    await writeFile(join(folder.path, '.vscode', 'settings.json'), text);
    return readWorkspaceSettings(folder.path, configs);
  };

  it('are read from a file with comments and trailing commas', async () => {
    const settings = await read(
      '{ // ours\n "codeMode.excludedTools": ["github.delete_*",], "codeMode.servers": ["!internal"], }',
    );
    const excluded = [
      { pattern: 'github.delete_*', setting: 'codeMode.excludedTools in .vscode/settings.json' },
    ];
    const [found] = settings;
    assert.deepEqual(
      [found?.file, found?.excluded, found?.servers, found?.problems],
      ['.vscode/settings.json', excluded, ['!internal'], []],
    );
  });

  it('deny tools', async () => {
    const [settings] = await read('{ "codeMode.approvals.rules": { "github.*": "deny" } }');
    const setting = 'codeMode.approvals.rules in .vscode/settings.json';
    assert.deepEqual(settings?.approvals, [{ pattern: 'github.*', action: 'deny', setting }]);
  });

  it('are those of a .code-workspace file as well, where one is given', async () => {
    await writeFile(
      join(folder.path, 'my.code-workspace'),
      '{ "folders": [], "settings": { "codeMode.servers": ["geo"] } }',
    );
    const settings = await read('{}', ['mcp.json', 'my.code-workspace']);
    assert.deepEqual(
      settings.map(({ file, servers }) => [file, servers]),
      [
        ['.vscode/settings.json', []],
        ['my.code-workspace', ['geo']],
      ],
    );
  });

  it('are none where there is no file', async () =>
    assert.deepEqual(await readWorkspaceSettings(folder.path, []), []));

  for (const [what, make] of [
    ['is a folder', (file: string) => mkdir(file)],
    ['has no end', (file: string) => symlink('/dev/zero', file)],
    ['is too large', (file: string) => writeFile(file, ' '.repeat(10 * 1024 * 1024 + 1))],
  ] as const) {
    it(`deny every tool where their file ${what}, and say so`, async () => {
      await make(join(folder.path, '.vscode', 'settings.json'));
      const [settings] = await readWorkspaceSettings(folder.path, []);
      assert.match(
        settings?.problems.join('\n') ?? '',
        /^\.vscode\/settings\.json is unreadable \(.+\).*every tool is denied/,
      );
      assert.deepEqual(
        settings?.approvals.map(({ pattern, action }) => [pattern, action]),
        [['*', 'deny']],
      );
    });
  }

  it('are read as far as a file with a mistake can be, which denies every tool', async () => {
    const [settings] = await read('{ "codeMode.excludedTools": ["a.*"], "x": }');
    assert.deepEqual(settings?.excluded, [
      { pattern: 'a.*', setting: 'codeMode.excludedTools in .vscode/settings.json' },
    ]);
    assert.match(
      settings.problems.join('\n'),
      /^\.vscode\/settings\.json is invalid JSON.*every tool is denied/,
    );
    assert.deepEqual(
      [settings.approvals.map(({ pattern, action }) => [pattern, action]), settings.record],
      [[['*', 'deny']], 'metadata'],
    );
  });

  for (const text of [
    '"codeMode.blockedTools": ["a.*"]',
    '}{"codeMode.blockedTools":["a.*"]}',
    '[{"a":1,"\\u0063odeMode.blockedTools":["a.*"]}',
    Buffer.from('{"codeMode.blockedTools":["a.*"]}', 'utf16le'),
  ]) {
    it(`deny every tool in a file that may name one: ${JSON.stringify(text.toString().slice(0, 12))}`, async () => {
      const [settings] = await read(text);
      assert.equal(settings?.approvals.at(-1)?.action, 'deny');
    });
  }

  it('deny nothing in a file with a mistake that names none of Code Mode', async () => {
    const [settings] = await read('{ "editor.tabSize": 2,, "x": }');
    assert.deepEqual(settings?.approvals, []);
    assert.match(settings.problems.join('\n'), /^\.vscode\/settings\.json is invalid JSON/);
  });

  it('route as the first file that says how, and block what any file blocks', async () => {
    const settings = await read(
      '{ "codeMode.mode": "tools", "codeMode.blockedTools": ["a.*"], "codeMode.direct": { "tools": 3, "tokens": "x" } }',
    );
    const ofWorkspace = {
      ...settings[0],
      mode: 'off',
      blocked: [{ pattern: 'b.*', setting: 'b' }],
    } as (typeof settings)[number];
    const rules = routingOf({ exclude: ['c.*'] }, [...settings, ofWorkspace]);
    assert.deepEqual([rules.mode, rules.direct], ['tools', { tools: 3, tokens: 0 }]);
    assert.deepEqual(
      rules.blocked?.map(({ pattern }) => pattern),
      ['a.*', 'b.*'],
    );
    assert.deepEqual(rules.excluded, [{ pattern: 'c.*', setting: '--exclude' }]);
  });

  it('have rules for models, and say which entries do not apply', async () => {
    const [settings] = await read(
      '{ "codeMode.models": [{ "match": "gpt-*", "mode": "tools" }, { "mode": "off" }] }',
    );
    assert.deepEqual(settings?.models, [{ match: 'gpt-*', mode: 'tools', excluded: [] }]);
    assert.match(settings.problems.join(), /^codeMode\.models in \.vscode\/settings\.json\[1\]/);
  });

  it('take a single glob for a list of one', async () => {
    const [settings] = await read('{ "codeMode.servers": "geo" }');
    assert.deepEqual(settings?.servers, ['geo']);
  });

  it('leave out every server where they list something else than globs', async () => {
    const [settings] = await read('{ "codeMode.servers": { "geo": true } }');
    assert.ok(settings);
    const { definitions } = withoutLeftOut({ definitions: [geo], problems: [] }, settings);
    assert.deepEqual(definitions, []);
  });

  it('exclude every tool where they list something else than globs', async () => {
    const [settings] = await read('{ "codeMode.excludedTools": [3] }');
    const tool = { server: 'geo', namespace: 'geo', name: 'get_city', method: 'getCity' };
    assert.ok(new RoutingPatterns(settings?.excluded ?? [], 'all').find(tool));
  });
});
