import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { DefinitionFormat } from '../../../../src/mcp/definitions/definitionFile.ts';
import { workspaceDefinitionFiles } from '../../../../src/mcp/definitions/definitionPlaces.ts';
import { readDefinitions, type LastRead } from '../../../../src/mcp/definitions/readDefinitions.ts';
import { currentHost, type LaunchHost } from '../../../../src/mcp/definitions/serverLaunch.ts';
import type { Definitions } from '../../../../src/mcp/definitions/serverDefinition.ts';
import { toolChoice } from '../../../../src/mcp/definitions/entryForm.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const host: LaunchHost = {
  ...currentHost(),
  env: { TOKEN: 't0ken' },
  home: '/home/ada',
  cwd: '/start',
  platform: 'linux',
  trust: { isApproved: () => true, advice: () => '' },
};

describe('readDefinitions', () => {
  const folder = freshFolder('code-mode-definitions-');

  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  };
  const read = async () => relative(await readDefinitions(workspaceDefinitionFiles(folder.path), host));
  const readAs = async (format: DefinitionFormat, text: string) => {
    await write('config.json', text);
    return relative(
      await readDefinitions(
        [{ path: join(folder.path, 'config.json'), format, folder: folder.path, required: true }],
        host,
      ),
    );
  };
  /**
   * With the folder written as /w and the paths in it with slashes, so that expectations can name whole paths on
   * every system.
   */
  const relative = (definitions: Definitions): Definitions =>
    JSON.parse(
      JSON.stringify(definitions, (_key, value: unknown) =>
        typeof value === 'string' ? shortened(value) : value,
      ),
    ) as Definitions;
  const shortened = (text: string) => {
    const [before = '', ...paths] = text.split(folder.path);
    return (
      before +
      paths
        .map((path) => `/w${path.replace(/^[^\s"]*/, (inFolder) => inFolder.replaceAll('\\', '/'))}`)
        .join('')
    );
  };
  const messages = ({ problems }: Definitions) => problems.map(({ message }) => message);
  const names = ({ definitions }: Definitions) => definitions.map(({ name }) => name);

  it('finds nothing, and nothing wrong, in a folder without configuration', async () => {
    assert.deepEqual(await read(), { definitions: [], problems: [] });
  });

  it('reads the client that a server was given by hand', async () => {
    await write(
      '.vscode/mcp.json',
      '{"servers": {"web": {"url": "https://x.example/mcp", "oauth": {"clientId": "mine", "more": 1}}}}',
    );
    const { definitions } = await read();
    assert.deepEqual(definitions[0]?.launch, {
      type: 'http',
      url: 'https://x.example/mcp',
      headers: {},
      oauth: { clientId: 'mine' },
    });
  });

  it('reads VS Code’s file with comments and trailing commas', async () => {
    await write(
      '.vscode/mcp.json',
      `{
        // The servers of this project.
        "servers": { "geo": { "command": "node", "args": ["geo.js",], "env": { "LEVEL": 2, "HOME": null, }, }, },
        "inputs": [],
      }`,
    );
    assert.deepEqual(await read(), {
      definitions: [
        {
          name: 'geo',
          origin: '/w/.vscode/mcp.json',
          place: { line: 3, column: 22 },
          launch: {
            type: 'stdio',
            command: 'node',
            args: ['geo.js'],
            cwd: '/w',
            env: { LEVEL: '2', HOME: null },
          },
        },
      ],
      problems: [],
    });
  });

  it('reads .mcp.json with mcpServers', async () => {
    await write(
      '.mcp.json',
      '{"mcpServers": {"web": {"type": "http", "url": "https://x.test/mcp", "headers": {"A": "${TOKEN}"}}}}',
    );
    const { definitions } = await read();
    assert.deepEqual(definitions[0]?.launch, {
      type: 'http',
      url: 'https://x.test/mcp',
      headers: { A: 't0ken' },
    });
  });

  it('says where VS Code’s form belongs when it stands in .mcp.json', async () => {
    await write('.mcp.json', '{"servers": {"geo": {"command": "x"}}}');
    const found = await read();
    assert.deepEqual(names(found), []);
    assert.match(
      messages(found).join('\n'),
      /^\/w\/\.mcp\.json:1:13: expected "mcpServers"; .* \.vscode\/mcp\.json\.$/,
    );
  });

  const named: readonly (readonly [what: string, format: DefinitionFormat, text: string, names: string[]])[] =
    [
      [
        'a bare map of .mcp.json',
        'mcpJson',
        '{"geo": {"command": "geo"}, "web": {"url": "http://x.test"}}',
        ['geo', 'web'],
      ],
      [
        'nothing that is no server in a bare map',
        'mcpJson',
        '{"$schema": "https://x.test/schema.json", "version": 1, "inputs": [], "geo": {"command": "x"}}',
        ['geo'],
      ],
      ['VS Code’s form by its content', 'auto', '{"servers": {"a": {"command": "x"}}}', ['a']],
      ['the form of others by its content', 'auto', '{"mcpServers": {"a": {"command": "x"}}}', ['a']],
      ['a bare map by its content', 'auto', '{"a": {"command": "x"}}', ['a']],
      [
        'names that objects already have',
        'vscode',
        '{"servers": {"__proto__": {"command": "x"}, "constructor": {"command": "x"}}}',
        ['__proto__', 'constructor'],
      ],
      [
        'a file that starts with a byte order mark',
        'vscode',
        '\uFEFF{"servers": {"geo": {"command": "x"}}}',
        ['geo'],
      ],
      ['nothing in a .code-workspace file without servers', 'codeWorkspace', '{"settings": {}}', []],
      [
        'nothing but mcpServers in the files of other tools',
        'mcpServers',
        '{"globalShortcut": {"command": "x"}}',
        [],
      ],
    ];
  for (const [what, format, text, expected] of named) {
    it(`reads ${what}`, async () => {
      const found = await readAs(format, text);
      assert.deepEqual([names(found), found.problems], [expected, []]);
    });
  }

  it('takes the first definition of a name and warns about the second', async () => {
    await write('.vscode/mcp.json', '{"servers": {"geo": {"command": "first"}}}');
    await write('.mcp.json', '{"geo": {"command": "second"}, "other": {"command": "x"}}');
    const found = await read();
    assert.deepEqual(
      found.definitions.map(({ launch }) => launch.type === 'stdio' && launch.command),
      ['first', 'x'],
    );
    assert.deepEqual(messages(found), [
      '/w/.mcp.json:1:2: server "geo" is already defined in /w/.vscode/mcp.json (used); rename or remove one.',
    ]);
    assert.equal(found.problems[0]?.severity, 'warning');
    assert.deepEqual(
      found.shadowed?.map(({ name, origin }) => [name, origin.replace(/.*[\\/]/, '')]),
      [['geo', '.mcp.json']],
    );
  });

  it('takes names that differ in case alone for one name', async () => {
    await write('.vscode/mcp.json', '{"servers": {"Geo": {"command": "first"}}}');
    await write('.mcp.json', '{"geo": {"command": "second"}}');
    const found = await read();
    assert.deepEqual(names(found), ['Geo']);
    assert.match(
      messages(found).join('\n'),
      /^\/w\/\.mcp\.json:1:2: server "geo" is already defined in \/w\/\.vscode\/mcp\.json as "Geo" \(used\)/,
    );
  });

  it('takes the last of two equal keys in one file and warns with its place', async () => {
    await write(
      '.vscode/mcp.json',
      '{"servers": {\n  "geo": {"command": "first"},\n  "geo": {"command": "last"}\n}}',
    );
    const found = await read();
    assert.deepEqual(
      found.definitions.map(({ launch }) => launch.type === 'stdio' && launch.command),
      ['last'],
    );
    assert.match(
      messages(found).join('\n'),
      /^\/w\/\.vscode\/mcp\.json:3:3: server "geo" is defined twice .*$/,
    );
  });

  it('complains about a missing file only when it was asked for', async () => {
    const path = join(folder.path, 'none.json');
    const found = await readDefinitions(
      [{ path, format: 'auto', folder: folder.path, required: true }],
      host,
    );
    assert.deepEqual(
      messages(found).map((message) => message.split(';')[0]),
      [`${path}: file not found`],
    );
  });

  it('complains about a path that is a folder', async () => {
    const found = await readDefinitions([{ path: folder.path, format: 'auto', folder: folder.path }], host);
    assert.deepEqual(messages(found), [`${folder.path}: cannot read the file (EISDIR); make it readable.`]);
  });

  it('finds nothing wrong where .cursor is a file', async () => {
    await write('.cursor', '');
    assert.deepEqual(await read(), { definitions: [], problems: [] });
  });

  it('takes an empty file for one without servers, as VS Code does, and says so', async () => {
    await write('.vscode/mcp.json', ' \n');
    const { definitions, problems } = await read();
    assert.deepEqual(definitions, []);
    assert.deepEqual(
      problems.map(({ severity }) => severity),
      ['warning'],
    );
    assert.match(problems[0]?.message ?? '', /^\/w\/\.vscode\/mcp\.json: empty file; expected \{"servers": /);
  });

  it('does not read what is no regular file, which may have no end', async () => {
    const found = await readDefinitions([{ path: devNull, format: 'auto', folder: folder.path }], host);
    assert.deepEqual(messages(found), [
      `${devNull}: cannot read the file (not a regular file); make it readable.`,
    ]);
  });

  if (process.platform === 'linux')
    it('reads of a file of the system no more than its size', async () => {
      const found = await readDefinitions(
        [{ path: '/proc/self/pagemap', format: 'vscode', folder: folder.path }],
        host,
      );
      assert.match(messages(found).join(), /empty file/);
    });

  it('does not read a file that is larger than anybody writes, unless the user named it', async () => {
    const text = `{"servers": {"a": {"command": "a"}}}${' '.repeat(600_000)}`;
    await write('.vscode/mcp.json', text);
    assert.match(
      messages(await read()).join(),
      /mcp\.json: cannot read the file \(600036 bytes; the limit is 500000\)/,
    );
    assert.deepEqual(names(await readAs('auto', text)), ['a']);
  });

  for (const name of ['a\ncode-mode: trusted', 'a\u001b[2K', 'a\u2028b', 'a'.repeat(300)])
    it(`has no server with a name that could pass for other text: ${JSON.stringify(name).slice(0, 30)}`, async () => {
      await write(
        '.mcp.json',
        JSON.stringify({ mcpServers: { [name]: { command: 1 }, b: { command: 'b' } } }),
      );
      const found = await read();
      assert.deepEqual(names(found), ['b']);
      assert.match(
        messages(found).join(),
        /^\/w\/\.mcp\.json:1:16: the server name "a[^\n\u001b\u2028]*; rename it\.$/,
      );
    });

  it('takes time in proportion to the name of a tool that a definition chooses', async () => {
    const choosing = (length: number) => () => toolChoice({ tools: ['('.repeat(length)] });
    assert.ok((await growth(choosing, 1_000, 10)) < proportionalTenfold);
  });

  describe('when a file cannot be read any more', () => {
    const file = () => [
      { path: join(folder.path, 'mcp.json'), format: 'vscode', folder: folder.path } as const,
    ];
    const geo =
      '{"servers": {"geo": {"command": "geo", "args": ["${input:key}"]}}, "inputs": [{"id": "key", "type": "promptString"}]}';

    it('keeps its servers as they were while it is half written, and says so', async () => {
      const lastRead: LastRead = new Map();
      await write('mcp.json', geo);
      const before = await readDefinitions(file(), host, lastRead);
      await write('mcp.json', geo.slice(0, 40));
      const found = relative(await readDefinitions(file(), host, lastRead));
      assert.deepEqual(found.definitions, relative(before).definitions);
      assert.match(
        messages(found).join(),
        /^\/w\/mcp\.json:1:\d+: expected .*\. Until then its servers stay .*$/,
      );
    });

    it('has no servers of it any more once it is gone', async () => {
      const lastRead: LastRead = new Map();
      await write('mcp.json', geo);
      await readDefinitions(file(), host, lastRead);
      await rm(join(folder.path, 'mcp.json'));
      assert.deepEqual(await readDefinitions(file(), host, lastRead), { definitions: [], problems: [] });
      await write('mcp.json', '{');
      assert.deepEqual((await readDefinitions(file(), host, lastRead)).definitions, []);
    });
  });

  const refused: readonly (readonly [what: string, text: string, message: RegExp])[] = [
    [
      'a missing comma',
      '{"servers": {\n  "a": {"command": "x"}\n  "b": {}\n}}',
      /^\/w\/config\.json:3:3: expected a comma\.$/,
    ],
    ['a file that stops in the middle', '{"servers": {', /^\/w\/config\.json:1:14: expected \}\.$/],
    ['a word that is no JSON', '{"servers": nothing}', /^\/w\/config\.json:1:13: expected a value: /],
    ['a list', '[]', /^\/w\/config\.json:1:1: expected \{"servers": /],
    ['servers as a list', '{"servers": []}', /^\/w\/config\.json:1:13: expected \{"servers": /],
    [
      'mcpServers in VS Code’s file',
      '{"mcpServers": {}}',
      /^\/w\/config\.json:1:16: expected "servers"; .* \.mcp\.json\.$/,
    ],
    ['a file nested without end', '['.repeat(200_000), /^\/w\/config\.json: .*nested too deeply\.$/],
    [
      'a server nested without end',
      `{"servers": {"a": {"command": "a", "dev": ${'['.repeat(3_000)}${']'.repeat(3_000)}}}}`,
      /^\/w\/config\.json: .*nested too deeply\.$/,
    ],
    [
      'more servers than anybody has',
      JSON.stringify({
        servers: Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`s${at}`, {}])),
      }),
      /^\/w\/config\.json: the servers have over 10000 keys and values\.$/,
    ],
  ];
  for (const [what, text, message] of refused) {
    it(`refuses ${what} and says what was expected, where`, async () => {
      const found = await readAs('vscode', text);
      assert.deepEqual(found.definitions, []);
      assert.equal(found.problems.length, 1);
      assert.match(messages(found).join('\n'), message);
    });
  }

  const wrong: readonly (readonly [what: string, server: unknown, message: RegExp])[] = [
    ['neither command nor url', {}, /1:13: server "a": expected "command" or "url"\.$/],
    [
      'type stdio without a command',
      { type: 'stdio', url: 'http://x.test' },
      /server "a": expected a "command"\.$/,
    ],
    ['no object', 'node', /1:13: server "a": expected an object/],
    ['a command that is a number', { command: 7 }, /1:28: server "a": "command" must be a string\.$/],
    ['args that are a string', { command: 'x', args: 'y' }, /"args" must be an array of strings\.$/],
    [
      'an env value that is a list',
      { command: 'x', env: { A: [] } },
      /"env" must be an object of .* null\.$/,
    ],
    [
      'headers that are a list',
      { url: 'http://x.test', headers: [] },
      /"headers" must be an object of .* true or false\.$/,
    ],
    [
      'a client that is no text',
      { url: 'http://x.test', oauth: { clientId: 1 } },
      /"oauth" must be an object with a "clientId"\.$/,
    ],
    [
      'a wish for a sandbox, which only VS Code has',
      { command: 'x', sandboxEnabled: true },
      /1:49: server "a": "sandboxEnabled" needs a sandbox/,
    ],
    [
      'a wish for a sandbox that cannot be read',
      { command: 'x', sandboxEnabled: 'true' },
      /"sandboxEnabled" must be true or false\.$/,
    ],
    ['a type that is a number', { type: 1, url: 'http://x.test' }, /"type" must be a string\.$/],
    ['type http without a url', { type: 'http', command: 'x' }, /server "a": expected "command" or "url"/],
    [
      'a header that has a line break in it',
      { url: 'http://x.test', headers: { A: 'a', Authorization: 'Bearer t0k\nen' } },
      /: server "a": header "Authorization" has a character [a-z ]+HTTP\.$/,
    ],
    [
      'a header that has no name of one',
      { url: 'http://x.test', headers: { 'A B': 'a' } },
      /"A B" is not a header name\.$/,
    ],
    ['a url of another scheme', { url: 'ftp://x.test' }, /"url" must be an http, .* pipe address\.$/],
    [
      'an input that nothing defines',
      { command: 'x', args: ['${input:key}'] },
      /\$\{input:key\} is undefined; add "id": "key" under "inputs" in its file\.$/,
    ],
  ];
  for (const [what, server, message] of wrong) {
    it(`keeps a server with ${what} as one that cannot be used`, async () => {
      const found = await readAs('vscode', JSON.stringify({ servers: { a: server, b: { command: 'x' } } }));
      assert.deepEqual(
        found.definitions.map(({ name, launch }) => [name, launch.type]),
        [
          ['a', 'invalid'],
          ['b', 'stdio'],
        ],
      );
      assert.deepEqual(
        found.problems.map(({ severity, server }) => [severity, server]),
        [['error', 'a']],
      );
      assert.match(messages(found).join('\n'), message);
    });
  }

  it('takes a field that is null for one that is not there, as VS Code does', async () => {
    const server = {
      type: null,
      command: 'x',
      args: null,
      cwd: null,
      env: null,
      envFile: null,
      url: null,
      headers: null,
      dev: null,
    };
    const { definitions, problems } = await readAs('vscode', JSON.stringify({ servers: { geo: server } }));
    assert.deepEqual(definitions[0]?.launch, { type: 'stdio', command: 'x', args: [], cwd: '/w', env: {} });
    assert.deepEqual(problems, []);
  });

  it('takes numbers, true and false in env and headers for their texts, as VS Code does', async () => {
    const servers = {
      a: { command: 'x', env: { DEBUG: true, LEVEL: 2 } },
      b: { url: 'http://x.test', headers: { V: 2, Beta: false } },
    };
    const { definitions } = await readAs('vscode', JSON.stringify({ servers }));
    assert.deepEqual(
      definitions.map(({ launch }) =>
        'env' in launch ? launch.env : 'headers' in launch ? launch.headers : launch,
      ),
      [
        { DEBUG: 'true', LEVEL: '2' },
        { V: '2', Beta: 'false' },
      ],
    );
  });

  it('infers the type from what there is', async () => {
    const servers = {
      a: { command: 'x' },
      b: { url: 'http://x.test' },
      c: { type: 'sse', url: 'http://x.test' },
      d: { type: 'local', command: 'x' },
    };
    const { definitions } = await readAs('vscode', JSON.stringify({ servers }));
    assert.deepEqual(
      definitions.map(({ launch }) => launch.type),
      ['stdio', 'http', 'http', 'stdio'],
    );
  });

  it('makes paths absolute: cwd and envFile from the folder, ~ from the home', async () => {
    const server = {
      command: '~/bin/geo',
      args: ['~', '~/data', 'a~b', '~other'],
      cwd: 'sub',
      envFile: '~/geo.env',
    };
    const { definitions } = await readAs('vscode', JSON.stringify({ servers: { geo: server } }));
    assert.deepEqual(definitions[0]?.launch, {
      type: 'stdio',
      command: '/home/ada/bin/geo',
      args: ['/home/ada', '/home/ada/data', 'a~b', '~other'],
      cwd: '/w/sub',
      env: {},
      envFile: resolve(folder.path, '/home/ada/geo.env'),
    });
  });

  const commands = ({ definitions }: Definitions) =>
    definitions.map(({ name, launch }) => [name, launch.type === 'stdio' && launch.command]);

  it('takes VS Code’s file before .mcp.json, and that before Cursor’s', async () => {
    await write(
      '.cursor/mcp.json',
      '{"mcpServers": {"a": {"command": "cursor"}, "b": {"command": "cursor"}, "c": {"command": "cursor"}}}',
    );
    await write('.mcp.json', '{"mcpServers": {"a": {"command": "claude"}, "b": {"command": "claude"}}}');
    await write('.vscode/mcp.json', '{"servers": {"a": {"command": "vscode"}}}');
    assert.deepEqual(commands(await read()), [
      ['a', 'vscode'],
      ['b', 'claude'],
      ['c', 'cursor'],
    ]);
  });

  it('takes VS Code’s file of any folder before the other files of all', async () => {
    await write('one/.mcp.json', '{"a": {"command": "one"}}');
    await write('two/.vscode/mcp.json', '{"servers": {"a": {"command": "two"}}}');
    const files = workspaceDefinitionFiles(join(folder.path, 'one'), join(folder.path, 'two'));
    assert.deepEqual(commands(await readDefinitions(files, host)), [['a', 'two']]);
  });

  it('reads settings.mcp of a .code-workspace file', async () => {
    const mcp = {
      servers: { geo: { command: '${input:bin}' } },
      inputs: [{ id: 'bin', type: 'promptString' }],
    };
    const found = await readAs('codeWorkspace', JSON.stringify({ folders: [], settings: { mcp } }));
    assert.deepEqual(
      found.definitions.map(({ name, launch }) => [name, launch.type]),
      [['geo', 'unresolved']],
    );
  });

  it('reads what the editor holds in its settings', async () => {
    const settings = {
      origin: "the user's mcp.json",
      servers: { geo: { command: 'geo' }, odd: {} },
      inputs: undefined,
    };
    const found = await readDefinitions([settings], host);
    assert.deepEqual(found.definitions[0], {
      name: 'geo',
      origin: "the user's mcp.json",
      launch: { type: 'stdio', command: 'geo', args: [], cwd: resolve('/home/ada'), env: {} },
    });
    assert.match(messages(found).join('\n'), /^the user's mcp\.json: server "odd": expected "command"/);
  });

  it('keeps a server that asks for inputs, with the questions in the order of their use', async () => {
    const servers = {
      web: { url: 'https://${input:host}/', headers: { A: '${input:key}', B: '${env:TOKEN}' } },
    };
    const inputs = [
      { id: 'key', type: 'promptString', password: true },
      { id: 'host', type: 'pickString', options: ['a.test', { label: 'B', value: 'b.test' }] },
    ];
    const { definitions } = await readAs('vscode', JSON.stringify({ servers, inputs }));
    const options = [
      { label: 'a.test', value: 'a.test' },
      { label: 'B', value: 'b.test' },
    ];
    assert.deepEqual(definitions[0]?.launch, {
      type: 'unresolved',
      fields: { url: 'https://${input:host}/', headers: { A: '${input:key}', B: 't0ken' } },
      folder: '/w',
      home: '/home/ada',
      inputs: [
        { id: 'host', origin: '/w/config.json', type: 'pickString', options },
        { id: 'key', origin: '/w/config.json', type: 'promptString', password: true },
      ],
      variables: [],
      policy: { access: 'all', denied: [] },
    });
  });

  it('keeps a server that has variables of the editor, to be asked for later', async () => {
    const { definitions, problems } = await readAs(
      'vscode',
      '{"servers": {"geo": {"command": "${config:geo.path}", "args": ["${file}"]}}}',
    );
    const [launch] = definitions.map((definition) => definition.launch);
    assert.deepEqual(
      [launch?.type === 'unresolved' && launch.variables, problems],
      [['config:geo.path', 'file'], []],
    );
  });

  it('reads that a server goes on between commands', async () => {
    const { definitions, problems } = await readAs(
      'vscode',
      '{"servers": {"geo": {"command": "x", "keepAlive": true}}}',
    );
    const [launch] = definitions.map((definition) => definition.launch);
    assert.deepEqual([launch?.type === 'stdio' && launch.keepAlive, problems], [true, []]);
  });

  for (const [entry, remark] of [
    ['{"command": "${geo.path}"}', /geo" uses \$\{geo\.path\}, which is not set; it stays unreplaced\.$/],
    ['{"command": "x", "keepAlive": 30}', /geo" has a "keepAlive" other than true or false: no effect\.$/],
    ['{"url": "https://x.test", "keepAlive": true}', /geo" has "keepAlive", which is for servers with/],
    ['{"command": "x", "dev": {"watch": "src/**"}}', /geo" has "dev", which only VS Code supports: /],
  ] as const) {
    it(`uses ${entry}, and says what has no effect in it`, async () => {
      const found = await readAs('vscode', `{"servers": {"geo": ${entry}}}`);
      assert.match(messages(found).join('\n'), /^\/w\/config\.json:1:14: server "/);
      assert.match(messages(found).join('\n'), remark);
      assert.notEqual(found.definitions[0]?.launch.type, 'invalid');
    });
  }

  it('starts a server without a sandbox where VS Code does so too, and says it', async () => {
    await write(
      'config.json',
      '{"servers": {"geo": {"command": "x", "sandboxEnabled": true}, "web": {"command": "x", "sandboxEnabled": false}}}',
    );
    const file = { path: join(folder.path, 'config.json'), format: 'vscode', folder: folder.path } as const;
    const found = relative(await readDefinitions([file], { ...host, platform: 'win32' }));
    assert.deepEqual(
      found.definitions.map(({ launch }) => launch.type),
      ['stdio', 'stdio'],
    );
    assert.match(
      messages(found).join('\n'),
      /^\/w\/config\.json:1:14: server "geo" has "sandboxEnabled", which Windows lacks: .*$/,
    );
  });

  it('names servers of a workspace that is not trusted, and starts none', async () => {
    await write('.mcp.json', '{"geo": {"command": "x"}}');
    const files = workspaceDefinitionFiles(folder.path).map((file) => ({ ...file, distrusted: true }));
    const found = relative(await readDefinitions(files, host));
    assert.deepEqual(
      found.definitions.map(({ name, launch }) => [name, launch.type]),
      [['geo', 'invalid']],
    );
    assert.match(messages(found).join('\n'), /server "geo": its workspace is not trusted/);
  });

  it('holds definitions against the policy before "~" is put in, and says at which place', async () => {
    await write(
      'config.json',
      '{"servers": {"geo": {"command": "~/geo", "args": ["${env:TOKEN}"]}, "web": {"url": "https://x.test"}}}',
    );
    const file = { path: join(folder.path, 'config.json'), format: 'vscode', folder: folder.path } as const;
    const policy = { access: 'all', denied: [{ serverCommand: ['~/geo', 't0ken'] }] } as const;
    const found = relative(await readDefinitions([file], { ...host, policy }));
    assert.deepEqual(
      found.definitions.map(({ launch }) => launch.type),
      ['invalid', 'http'],
    );
    assert.match(
      messages(found).join('\n'),
      /^\/w\/config\.json:1:14: server "geo": .* "chat\.mcp\.deniedServers" blocks it; .*$/,
    );
  });

  it('warns about inputs that cannot be asked for', async () => {
    const found = await readAs('vscode', '{"servers": {}, "inputs": [{"id": "key"}]}');
    assert.match(messages(found).join('\n'), /^\/w\/config\.json: input 1 of "inputs" needs a "type": .*$/);
  });

  it('turns a server off that its file disables, in every form, and says where', async () => {
    for (const [format, text] of [
      ['vscode', '{"servers": {"a": {"command": "x", "disabled": true}}}'],
      ['mcpJson', '{"mcpServers": {"a": {"command": "x", "disabled": true}}}'],
      ['mcpJson', '{"a": {"url": "https://x.test", "disabled": true}}'],
      ['auto', '{"mcp": {"a": {"type": "local", "command": ["x"], "enabled": false}}}'],
      ['auto', '{"context_servers": {"a": {"command": "x", "enabled": false}}}'],
    ] as const) {
      const { definitions, problems } = await readAs(format, text);
      const [launch] = definitions.map((definition) => definition.launch);
      assert.match(
        launch?.type === 'invalid' && launch.disabled ? launch.error : '',
        /^disabled in .*:1:\d+\. Remove "(dis|en)abled": .* there/,
      );
      assert.deepEqual(problems, []);
    }
  });

  it('reads which tools a file leaves in, and says that it ignores what another client runs unasked', async () => {
    const { definitions, problems } = await readAs(
      'mcpJson',
      '{"mcpServers": {"a": {"command": "x", "disabledTools": ["b"], "includeTools": ["c(d)"], "alwaysAllow": ["c"], "autoApprove": []}}}',
    );
    assert.deepEqual(definitions[0]?.tools, { only: ['c'], without: ['b'] });
    assert.equal(problems.length, 1);
    assert.match(problems[0]?.message ?? '', /"a" has "alwaysAllow", which has no effect here/);
  });

  const web = 'https://x.test/mcp';
  const withKey = ['x', 'y', { K: 't0ken' }];
  const openCode = '{"a": {"type": "local", "command": ["x", "y"], "environment": {"K": "{env:TOKEN}"}}}';
  const others: readonly (readonly [
    what: string,
    format: DefinitionFormat,
    text: string,
    launch: unknown,
  ])[] = [
    ['Windsurf', 'mcpServers', `{"mcpServers": {"a": {"serverUrl": "${web}"}}}`, web],
    [
      'Gemini CLI',
      'mcpServers',
      `{"mcpServers": {"a": {"httpUrl": "${web}", "url": "https://x.test/sse"}}}`,
      web,
    ],
    ['OpenCode', 'auto', `{"mcp": ${openCode}}`, withKey],
    ['OpenCode 2', 'auto', `{"mcp": {"servers": ${openCode}}}`, withKey],
    ['OpenCode on the web', 'auto', `{"mcp": {"a": {"type": "remote", "url": "${web}"}}}`, web],
    [
      'Zed',
      'auto',
      '{"context_servers": {"a": {"command": "x", "args": ["y"], "env": {"K": "t0ken"}}}}',
      withKey,
    ],
    [
      'Zed as it was',
      'auto',
      '{"context_servers": {"a": {"command": {"path": "x", "args": ["y"], "env": {"K": "t0ken"}}}}}',
      withKey,
    ],
    [
      'VS Code’s settings',
      'auto',
      '{"mcp": {"servers": {"a": {"command": "x", "args": ["y"], "env": {"K": "${env:TOKEN}"}}}}}',
      withKey,
    ],
    [
      'VS Code’s settings in one name',
      'auto',
      `{"editor.fontSize": 12, "mcp.servers": {"a": {"url": "${web}"}}}`,
      web,
    ],
  ];
  for (const [what, format, text, expected] of others) {
    it(`reads a server in the form of ${what}`, async () => {
      const launch = (await readAs(format, text)).definitions.find(({ name }) => name === 'a')?.launch;
      const command = launch?.type === 'stdio' && [launch.command, ...launch.args, launch.env];
      assert.deepEqual(launch?.type === 'http' ? launch.url : command, expected);
    });
  }
});
