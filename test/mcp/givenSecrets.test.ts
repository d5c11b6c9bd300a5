// Tests the keys in the variables, arguments or address of a server: no error contains them, records know them, and the
// server gets them unchanged.
import assert from 'node:assert/strict';
import { createStdioTransport } from '../../src/mcp/transport/stdio/stdioTransport.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';

const key = 'Planted/Value+0123456789';
const inAddress = encodeURIComponent(key);
const inPath = 'pLanted0123456789vAlue';
const inherited = 'Inherited-Value-0123456789';

interface Given {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly envFile?: string;
}

const given: readonly (readonly [what: string, definition: Given, names?: readonly string[]])[] = [
  ['an argument after a flag', { args: ['--api-key', key] }],
  ['an argument after another flag', { args: ['--db-password', key] }],
  ['an argument after a flag of one word', { args: ['--pass', key] }],
  ['the value of a flag', { args: [`--token=${key}`] }],
  ['a header among the arguments', { args: ['--header', `X-Api-Key: ${key}`] }],
  ['a credential among the arguments', { args: ['--header', `Authorization: Bearer ${key}`] }],
  ['a variable among the arguments', { args: ['-e', `MY_SECRET=${key}`] }],
  ['JSON among the arguments', { args: ['--config', JSON.stringify({ apiKey: key })] }],
  ['the password of an address among the arguments', { args: [`postgres://ann:${inAddress}@db.test/x`] }],
  ['a part of an address among the arguments', { args: [`https://x.test/s/${inPath}/mcp`] }],
  ['a parameter of an address among the arguments', { args: [`https://x.test/mcp?k=${inPath}`] }],
  ...['PG_PASS', 'PASSPHRASE', 'MY_PAT', 'SENTRY_DSN', 'PGPASSWORD', 'STRIPE_KEY', 'githubToken'].map(
    (name) => [`the variable ${name}`, { env: { [name]: key } }, [name]] as const,
  ),
  ['the password of an address in a variable', { env: { CACHE: `redis://:${inAddress}@c.test` } }, ['CACHE']],
  [
    'a user of an address that is a key',
    { env: { REMOTE: `https://ghp_0123456789abcdef@g.test/a` } },
    ['REMOTE'],
  ],
  ['a variable of a file', { envFile: '${workspaceFolder}/.env' }, ['FROM_FILE_PASS']],
  ['an inherited variable', {}, ['CODE_MODE_TEST_PASS']],
];

describe('a key that a server is given', () => {
  let workspace: McpWorkspace;
  before(async () => {
    process.env['CODE_MODE_TEST_PASS'] = key;
    process.env['CODE_MODE_TEST_TOKEN'] = inherited;
    const named = given.map(([what, definition]) => [
      what,
      { ...definition, ...scriptedServer('given', ...(definition.args ?? [])) },
    ]);
    workspace = await McpWorkspace.create({}, {}, { connectStdio: createStdioTransport });
    await workspace.write('.env', `FROM_FILE_PASS=${key}\n`);
    await workspace.write(
      '.vscode/mcp.json',
      JSON.stringify({ servers: Object.fromEntries(named) as object }),
    );
  });
  after(async () => {
    delete process.env['CODE_MODE_TEST_PASS'];
    delete process.env['CODE_MODE_TEST_TOKEN'];
    await workspace.dispose();
  });

  const secrets = [key, inAddress, inPath, 'ghp_0123456789abcdef'];
  for (const [what, { args = [] }, names = []] of given) {
    it(`is in no error as ${what}, and reaches the server as it is`, async () => {
      const { isError, content } = await workspace.result(what, 'fail', { names });
      assert.equal(isError, true);
      const told = JSON.stringify(content);
      assert.match(told, /•••/);
      for (const secret of secrets) {
        assert.ok(!told.includes(secret), told);
        assert.ok(!told.includes(Buffer.from(secret).toString('base64').slice(0, -4)), told);
      }
      const structuredContent = await workspace.structured(what, 'given', { names });
      assert.deepEqual(structuredContent['args'], args);
      assert.ok(secrets.some((secret) => JSON.stringify(structuredContent).includes(secret)));
    });
  }

  it('is known for records after its server has ended', async () => {
    await workspace.tools('an inherited variable');
    await workspace.source.dispose();
    assert.ok(workspace.source.secrets().includes(inherited));
  });
});

describe('a key in the address of a server', () => {
  const addresses: readonly (readonly [what: string, url: string, secret: string])[] = [
    ['its path', `http://127.0.0.1:1/s/${inPath}/mcp`, inPath],
    ['a parameter', `http://127.0.0.1:1/mcp?k=${inPath}`, inPath],
    ['its password', 'http://ann:swordfish@127.0.0.1:1/mcp', 'swordfish'],
    ['a short password', 'http://ann:fish@127.0.0.1:1/mcp', 'fish'],
  ];
  for (const [what, url, secret] of addresses) {
    it(`is in no error as ${what}`, async () => {
      const workspace = await McpWorkspace.create({ web: { url } });
      const listing = await workspace.source.listTools('web', { signal: new AbortController().signal });
      assert.ok(!listing.ok);
      assert.ok(!listing.error.includes(secret), listing.error);
      if (secret.length >= 8) assert.ok(workspace.source.secrets().includes(secret));
      await workspace.dispose();
    });
  }

  it('is not taken for one where it is a name, a version or a date', async () => {
    const url =
      'https://api.x.test/repos/owner/name-of-it/v2/2025-11-25/streamable-http?toolsets=issues,pull_requests&readonly=true';
    const workspace = await McpWorkspace.create({
      web: { url, headers: { 'X-Mode': 'full', Connection: 'keep-alive' } },
    });
    await workspace.source.servers();
    assert.deepEqual(workspace.source.secrets(), []);
    await workspace.dispose();
  });
});
