// Tests which definitions of a workspace wait for an approval of the user, and what the approval covers.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { workspaceDefinitionFiles } from '../../../../src/mcp/definitions/definitionPlaces.ts';
import { readDefinitions, type DefinitionPlace } from '../../../../src/mcp/definitions/readDefinitions.ts';
import { currentHost, type LaunchHost } from '../../../../src/mcp/definitions/serverLaunch.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('the approval of a definition', () => {
  const folder = freshFolder('code-mode-approval-');
  const approved = new Set<string>();
  const settings = new Map<string, string>();
  const host = (): LaunchHost => ({
    ...currentHost(),
    env: { TOKEN: 't0ken' },
    trust: { isApproved: ({ hash }) => approved.has(hash), advice: (server) => `Trust ${server}.` },
    setting: (name) => settings.get(name),
  });
  const write = async (name: string, content: object | string) => {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const read = (...more: readonly DefinitionPlace[]) =>
    readDefinitions([...workspaceDefinitionFiles(folder.path), ...more], host());
  const only = async () => {
    const [waiting] = (await read()).unapproved ?? [];
    assert.ok(waiting);
    return waiting;
  };
  const server = async (entry: object, inputs: readonly object[] = []) => {
    await write('.vscode/mcp.json', { servers: { a: entry }, inputs });
    return only();
  };

  beforeEach(() => {
    approved.clear();
    settings.clear();
  });

  it('is missing from a definition of a folder, which says so and how to give it', async () => {
    await server({ command: 'node' });
    const [definition] = (await read()).definitions;
    assert.ok(definition?.launch.type === 'invalid');
    assert.match(
      definition.launch.error,
      /^the user has not trusted its definition in .*mcp\.json\. Trust a\.$/,
    );
  });

  it('is needed neither by a file that was asked for by name, nor by the user’s own', async () => {
    await write('mcp.json', { mcpServers: { a: { command: 'node' } } });
    const path = join(folder.path, 'mcp.json');
    const named = await read({ path, format: 'auto', folder: folder.path, required: true });
    const own = await read({ path, format: 'mcpServers' });
    assert.deepEqual(
      [named, own].map(({ definitions: [definition] }) => definition?.launch.type),
      ['stdio', 'stdio'],
    );
  });

  it('is needed by the servers of a .code-workspace file', async () => {
    await write('my.code-workspace', { settings: { mcp: { servers: { a: { command: 'node' } } } } });
    const { unapproved } = await read({
      path: join(folder.path, 'my.code-workspace'),
      format: 'codeWorkspace',
    });
    assert.deepEqual(
      unapproved?.map(({ name, folder: at }) => [name, at]),
      [['a', folder.path]],
    );
  });

  it('covers the command line, variables by name, and addresses, without the values of the environment', async () => {
    const { covers } = await server({
      command: 'npx',
      args: ['-y', 'a b', '${workspaceFolder}'],
      env: { KEY: '${env:TOKEN}', PLAIN: 'x' },
      envFile: '.env',
      cwd: 'sub',
    });
    assert.deepEqual(covers, [
      `npx -y 'a b' ${folder.path}`,
      'cwd: sub',
      'env: KEY=${env:TOKEN}',
      'env: PLAIN=x',
      'envFile: .env',
    ]);
    const web = await server({ url: 'https://example.com/mcp?k=${env:TOKEN}', headers: { 'X-A': 'b' } });
    assert.deepEqual(web.covers, ['https://example.com/mcp?k=${env:TOKEN}', 'headers: X-A=b']);
  });

  it('covers a value with line ends in one statement, so that none passes for another', async () => {
    const { covers } = await server({
      command: 'node',
      args: ['-e', '1\ncwd: /safe'],
      env: { A: 'x\r\nB=y' },
    });
    assert.deepEqual(covers, [`node -e '1\\ncwd: /safe'`, 'env: A=x\\r\\nB=y']);
  });

  it('is the same whatever the environment holds, and however the file is written', async () => {
    const { hash } = await server({ command: 'node', env: { A: '1', B: '${env:TOKEN}' } });
    await write(
      '.vscode/mcp.json',
      '// reformatted\n{ "servers": { "a": { "env": { "B": "${env:TOKEN}", "A": "1" }, "command": "node" } } }',
    );
    assert.equal((await only()).hash, hash);
  });

  for (const [what, before, after] of [
    ['the command', { command: 'node' }, { command: 'deno' }],
    ['an argument', { command: 'node', args: ['a'] }, { command: 'node', args: ['b'] }],
    [
      'the border between arguments',
      { command: 'node', args: ['a b'] },
      { command: 'node', args: ['a', 'b'] },
    ],
    ['a value of env', { command: 'node', env: { A: '1' } }, { command: 'node', env: { A: '2' } }],
    [
      'the variable in a value',
      { command: 'node', env: { A: '${env:X}' } },
      { command: 'node', env: { A: '${env:TOKEN}' } },
    ],
    ['an unset variable', { command: 'node', env: { A: null } }, { command: 'node' }],
    ['envFile', { command: 'node', envFile: 'a' }, { command: 'node', envFile: 'b' }],
    ['cwd', { command: 'node' }, { command: 'node', cwd: 'sub' }],
    ['the address', { url: 'https://a.example/mcp' }, { url: 'https://b.example/mcp' }],
    ['a header', { url: 'https://a.example/mcp' }, { url: 'https://a.example/mcp', headers: { A: '1' } }],
    [
      'the kind',
      { command: 'node', url: 'https://a.example' },
      { type: 'http', command: 'node', url: 'https://a.example' },
    ],
  ] as const) {
    it(`ends when ${what} changes`, async () => {
      const { hash } = await server(before);
      assert.notEqual((await server(after)).hash, hash);
    });
  }

  it('ends when an input that is a command becomes another command', async () => {
    const entry = { command: '${input:tool}' };
    const { hash, covers } = await server(entry, [{ id: 'tool', type: 'command', command: 'a.b' }]);
    assert.ok(covers.includes('editor command: a.b'));
    const withArguments = await server(entry, [
      { id: 'tool', type: 'command', command: 'a.b', args: { run: 'x' } },
    ]);
    assert.ok(withArguments.covers.includes('editor command: a.b {"run":"x"}'), withArguments.covers.join());
    assert.notEqual((await server(entry, [{ id: 'tool', type: 'command', command: 'c.d' }])).hash, hash);
  });

  it('covers the values that the user will pick and those that stand there, and ends when they change', async () => {
    const entry = { command: 'node', args: ['${input:mode}', '${input:key}'] };
    const inputs = (value: string) => [
      { id: 'mode', type: 'pickString', options: ['safe', { label: 'Fast', value }], default: 'safe' },
      { id: 'key', type: 'promptString', password: true },
    ];
    const { hash, covers } = await server(entry, inputs('-e evil'));
    assert.deepEqual(covers.slice(1), ["input: mode, one of safe, '-e evil', by default safe", 'input: key']);
    assert.notEqual((await server(entry, inputs('other'))).hash, hash);
  });

  it('covers the text of a setting that is a variable, and ends when that changes', async () => {
    settings.set('my.tool', 'good ${env:TOKEN}');
    const { hash, covers } = await server({ command: '${config:my.tool}' });
    assert.deepEqual(covers, [`'good \${env:TOKEN}'`]);
    settings.set('my.tool', 'other');
    assert.notEqual((await only()).hash, hash);
  });

  it('lets the definition be read like any other once it is given', async () => {
    approved.add((await server({ command: 'node', env: { A: '${env:TOKEN}' } })).hash);
    const { definitions, unapproved } = await read();
    assert.equal(unapproved, undefined);
    assert.ok(definitions[0]?.launch.type === 'stdio');
    assert.deepEqual(definitions[0].launch.env, { A: 't0ken' });
  });

  it('is asked for where a server of the user has the same name, which is used until then', async () => {
    await write('own.json', { servers: { a: { command: 'own' } } });
    await server({ command: 'node' });
    const { definitions, unapproved } = await read({ path: join(folder.path, 'own.json'), format: 'vscode' });
    assert.deepEqual(
      definitions.map(({ launch }) => launch.type === 'stdio' && launch.command),
      ['own'],
    );
    assert.deepEqual(
      unapproved?.map(({ name }) => name),
      ['a'],
    );
  });
});
