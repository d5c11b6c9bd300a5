import assert from 'node:assert/strict';
import type { ProtectedServer } from '../fakes/protectedServer.ts';
import { ProtectedWorkspace } from './protectedWorkspace.ts';
import { closedAfterEach } from '../fakes/opened.ts';

const metadataPath = '/.well-known/oauth-authorization-server';
const pageAt = (url: string) => (server: ProtectedServer) =>
  (server.metadata = { authorization_endpoint: url });

describe('a sign-in at a hostile server', () => {
  const closed = closedAfterEach();

  /** Returns the failure of a call that needs a sign-in, with HOST in place of the host's address. */
  const failureAt = async (prepare: (server: ProtectedServer) => unknown) => {
    const vault = closed(await ProtectedWorkspace.create());
    prepare(vault.server);
    const { message } = await vault.failure();
    assert.deepEqual(vault.server.calls, []);
    return {
      message: message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST'),
      asked: vault.server.asked,
      pages: vault.person.pages,
    };
  };

  const beforePages: readonly (readonly [
    does: string,
    prepare: (server: ProtectedServer) => unknown,
    told: RegExp,
  ])[] = [
    [
      'ends at metadata without end',
      (server) => (server.resourceMetadata = JSON.stringify({ resource: 'x'.repeat(300_000) })),
      /HOST answered over 262144 bytes/,
    ],
    [
      'ends at metadata that is no JSON',
      (server) => (server.resourceMetadata = '<html>'),
      /answer of HOST is not OAuth 2\.1/,
    ],
    [
      'ends at metadata of wrong types',
      (server) => (server.metadata = { authorization_endpoint: 7 }),
      /answer of HOST is not OAuth 2\.1/,
    ],
    [
      'ends at metadata of another resource',
      (server) => (server.resourceMetadata = { resource: 'https://bank.example/mcp' }),
      /is for bank\.example, not itself/,
    ],
    [
      'ends at an authorization server that speaks in the name of another',
      (server) => (server.metadata = { issuer: 'https://bank.example' }),
      /for another server, "https:\/\/bank\.example"/,
    ],
    [
      'ends without PKCE',
      (server) => (server.metadata = { code_challenge_methods_supported: ['plain'] }),
      /HOST lacks PKCE/,
    ],
    [
      'ends when nothing is said of PKCE',
      (server) => (server.metadata = { code_challenge_methods_supported: undefined }),
      /HOST lacks PKCE/,
    ],
    [
      'does not open plain http to another machine',
      pageAt('http://auth.example/authorize'),
      /unsafe address/,
    ],
    [
      'does not open a name before the host',
      pageAt('https://bank.example@evil.example/authorize'),
      /unsafe address/,
    ],
    ['does not open a file', pageAt('file:///etc/passwd'), /unsafe address/],
    ['does not open a command of the editor', pageAt('command:workbench.action.quit'), /unsafe address/],
    ['does not open a script', pageAt('javascript:alert(1)'), /is not OAuth 2\.1/],
    [
      'sends no code to a token endpoint over plain http',
      (server) => (server.metadata = { token_endpoint: 'http://auth.example/token' }),
      /the unsafe address http:\/\/auth\.example/,
    ],
    [
      'does not follow metadata to an address that is not safe',
      (server) => (server.moved = { [metadataPath]: 'http://auth.example/metadata' }),
      /the unsafe address http:\/\/auth\.example/,
    ],
    [
      'ends at metadata that moves without end',
      (server) => (server.moved = { [metadataPath]: metadataPath }),
      /HOST answered with a forbidden redirect/,
    ],
  ];
  for (const [does, prepare, told] of beforePages) {
    it(does, async () => {
      const { message, pages, asked } = await failureAt(prepare);
      assert.match(message, told);
      assert.deepEqual([pages.length, asked.register], [0, 0]);
    });
  }

  it('sends no code to where a token endpoint leads', async () => {
    const { message, asked } = await failureAt((server) => {
      server.metadata = { token_endpoint: `${server.origin}/old-token` };
      server.moved = { '/old-token': '/token' };
    });
    assert.match(message, /HOST answered with a forbidden redirect/);
    assert.equal(asked.code, 0);
  });

  for (const [what, answer] of [
    ['token that would write headers of its own', { access_token: 'good\r\nx-evil: 1' }],
    ['token of a kind it does not know', { token_type: 'mac' }],
    ...['access_token', 'refresh_token', 'id_token'].map(
      (name) => [`${name} that is too long to keep`, { [name]: 'x'.repeat(70_000) }] as const,
    ),
  ] as const) {
    it(`uses no ${what}`, async () => {
      const { message } = await failureAt((server) => (server.tokenAnswer = answer));
      assert.match(message, /HOST gave an unusable token/);
    });
  }

  it('says what to do where no client can be registered', async () => {
    const { message } = await failureAt((server) => (server.metadata = { registration_endpoint: undefined }));
    assert.match(message, /redirect address http:\/\/HOST\/callback/);
    assert.match(message, /add "oauth": \{"clientId": "\.\.\."\} in \S+mcp\.json\./);
  });
});
