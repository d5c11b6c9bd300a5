import assert from 'node:assert/strict';
import { readCommandLineServers, splitCommandLine } from '../../../src/cli/commandLineServers.ts';

const read = (...words: readonly (readonly [name: string, text: string])[]) =>
  readCommandLineServers(
    words.map(([name, text]) => ({ name, text })),
    'linux',
  );
const stdio = (text: string) => read(['stdio', text])[0];

describe('the words of a command', () => {
  const words: readonly (readonly [text: string, words: readonly string[]])[] = [
    ['npx  -y\tserver\n', ['npx', '-y', 'server']],
    [`a 'b "c' "d 'e"`, ['a', 'b "c', "d 'e"]],
    [`--root='/my files'/a"b c"`, ['--root=/my files/ab c']],
    [`'' "" x`, ['', '', 'x']],
    [String.raw`a\ b \'c \\`, ['a b', "'c", '\\']],
    [String.raw`"\"\\\$\a" '\a'`, [String.raw`"\$\a`, String.raw`\a`]],
    ['a \\\n b\\\nc "d\\\ne"', ['a', 'bc', 'de']],
    ['a\\', ['a\\']],
    [
      '$HOME `id` $(id) a*b ~ x;y | z & #n',
      ['$HOME', '`id`', '$(id)', 'a*b', '~', 'x;y', '|', 'z', '&', '#n'],
    ],
    [' \n', []],
  ];
  for (const [text, expected] of words) {
    it(`of ${JSON.stringify(text)} are those of a POSIX shell that expands nothing`, () => {
      assert.deepEqual(splitCommandLine(text, 'linux'), expected);
    });
  }

  it('keep the backslashes of paths on Windows', () => {
    const text = String.raw`C:\bin\node.exe "C:\my files\\" 'a\b' \\host\share`;
    assert.deepEqual(splitCommandLine(text, 'win32'), [
      'C:\\bin\\node.exe',
      'C:\\my files\\\\',
      'a\\b',
      '\\\\host\\share',
    ]);
  });

  for (const [text, at] of [
    [`npx 'a`, 5],
    [`npx "a'`, 5],
    [String.raw`"a" "b\"`, 5],
  ] as const) {
    it(`are refused where a quotation mark has no end, with its place: ${text}`, () => {
      assert.throws(
        () => splitCommandLine(text, 'linux'),
        new RegExp(`the quotation mark at character ${at} has no end`),
      );
    });
  }
});

describe('a server of the command line', () => {
  const names: readonly (readonly [command: string, name: string])[] = [
    ['npx -y @modelcontextprotocol/server-memory', 'memory'],
    ['npx @modelcontextprotocol/server-filesystem@1.2.3 /tmp', 'filesystem'],
    ['npx @upstash/context7-mcp@latest', 'context7'],
    ['npx -y slack-mcp-server', 'slack'],
    ['npx @playwright/mcp', 'playwright'],
    ['npm exec -- mcp-ripgrep', 'ripgrep'],
    ['uvx mcp-server-git==1.2 --repository .', 'git'],
    ['python3.12 -m mcp_server_fetch', 'fetch'],
    ['uv run weather.py', 'weather'],
    ['node /srv/weather/dist/index.js', 'weather'],
    ['node ./server.js', 'server'],
    ['/opt/bin/github-mcp-server stdio', 'github'],
    [String.raw`'C:\tools\My-Server.exe'`, 'My'],
    ['npx mcp', 'mcp'],
    ['node -e "process.exit()"', 'node'],
    ['TOKEN=x npx notion-mcp', 'notion'],
  ];
  for (const [command, name] of names)
    it(`is ${name} for ${command}`, () => assert.equal(stdio(command)?.name, name));

  const hosts: readonly (readonly [url: string, name: string])[] = [
    ['https://mcp.linear.app/mcp', 'linear'],
    ['https://example.test/mcp?key=1', 'example'],
    ['http://localhost:3000', 'localhost'],
    ['http://127.0.0.1:3000/mcp', '127.0.0.1'],
    ['https://mcp.dev', 'mcp'],
  ];
  for (const [url, name] of hosts)
    it(`is ${name} for ${url}`, () => assert.equal(read(['http-url', url])[0]?.name, name));

  it('has the variables before its program, and starts in the current folder', () => {
    assert.deepEqual(stdio(`A=1 B_2='x =y' npx -y server C=3`)?.entry, {
      command: 'npx',
      args: ['-y', 'server', 'C=3'],
      env: { A: '1', B_2: 'x =y' },
      cwd: '${cwd}',
    });
  });

  it('has the name and the headers that follow it', () => {
    const servers = read(
      ['stdio', 'a'],
      ['as', 'first'],
      ['config', 'x.json'],
      ['http-url', 'https://b.test/mcp'],
      ['header', 'X-Key: 1'],
      ['header', 'Authorization:Bearer ${TOKEN}'],
      ['as', 'second'],
      ['stdio', 'c'],
    );
    assert.deepEqual(
      servers.map(({ name }) => name),
      ['first', 'second', 'c'],
    );
    assert.deepEqual(servers[1]?.entry, {
      url: 'https://b.test/mcp',
      headers: { 'X-Key': '1', Authorization: 'Bearer ${TOKEN}' },
    });
  });

  const wrong: readonly (readonly [words: readonly (readonly [string, string])[], says: RegExp])[] = [
    [[['stdio', ' ']], /--stdio needs a program/],
    [[['stdio', 'A=1']], /--stdio needs a program/],
    [[['stdio', "'' x"]], /--stdio needs a program/],
    [[['http-url', 'example.test/mcp']], /--http-url takes an http or https address/],
    [[['http-url', 'ftp://example.test']], /--http-url takes an http or https address/],
    [[['as', 'x']], /--as follows/],
    [[['header', 'A: b']], /--header follows/],
    [
      [
        ['stdio', 'a'],
        ['header', 'A: b'],
      ],
      /--header follows/,
    ],
    [
      [
        ['http-url', 'https://a.test'],
        ['header', 'hunter2'],
      ],
      /^(?!.*hunter2).*--header takes "Name: value"/,
    ],
    [
      [
        ['stdio', 'a'],
        ['as', ''],
      ],
      /--as takes a name/,
    ],
    [
      [
        ['stdio', 'npx server-memory'],
        ['stdio', 'Memory'],
      ],
      /two servers are named "Memory"; add --as <name>/,
    ],
  ];
  for (const [words, says] of wrong) {
    it(`is refused for ${JSON.stringify(words)}`, () =>
      assert.throws(() => read(...words), { message: says }));
  }
});
