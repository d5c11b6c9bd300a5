import assert from 'node:assert/strict';
import type { ProtectedServer } from '../fakes/protectedServer.ts';
import { ProtectedWorkspace } from './protectedWorkspace.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a sign-in at a hostile server', () => {
  const closed = closedAfterEach();

  /** Returns the failure of a call that needs a sign-in, with HOST in place of the host's address. */
  const failureAt = async (prepare: (server: ProtectedServer) => void) => {
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

  it('ends at metadata without end', async () => {
    const { message, asked } = await failureAt(
      (server) => (server.resourceMetadata = JSON.stringify({ resource: 'x'.repeat(300_000) })),
    );
    assert.match(message, /HOST answered over 262144 bytes/);
    assert.equal(asked.metadata, 0);
  });

  it('ends at metadata that is no JSON', async () => {
    const { message } = await failureAt((server) => (server.resourceMetadata = '<html>'));
    assert.match(message, /answer of HOST is not OAuth 2\.1/);
  });

  it('ends at metadata of wrong types', async () => {
    const { message, asked } = await failureAt((server) => (server.metadata = { authorization_endpoint: 7 }));
    assert.match(message, /answer of HOST is not OAuth 2\.1/);
    assert.equal(asked.register, 0);
  });

  it('ends at metadata of another resource', async () => {
    const { message, asked } = await failureAt(
      (server) => (server.resourceMetadata = { resource: 'https://bank.example/mcp' }),
    );
    assert.match(message, /is for bank\.example, not itself/);
    assert.equal(asked.metadata, 0);
  });

  it('ends at an authorization server that speaks in the name of another', async () => {
    const { message, asked } = await failureAt(
      (server) => (server.metadata = { issuer: 'https://bank.example' }),
    );
    assert.match(message, /for another server, "https:\/\/bank\.example"/);
    assert.equal(asked.register, 0);
  });

  it('ends without PKCE', async () => {
    const { message } = await failureAt(
      (server) => (server.metadata = { code_challenge_methods_supported: ['plain'] }),
    );
    assert.match(message, /HOST lacks PKCE/);
  });

  it('ends when nothing is said of PKCE', async () => {
    const { message } = await failureAt(
      (server) => (server.metadata = { code_challenge_methods_supported: undefined }),
    );
    assert.match(message, /HOST lacks PKCE/);
  });

  for (const [what, url] of [
    ['plain http to another machine', 'http://auth.example/authorize'],
    ['a name before the host', 'https://bank.example@evil.example/authorize'],
    ['a file', 'file:///etc/passwd'],
    ['a command of the editor', 'command:workbench.action.quit'],
  ] as const) {
    it(`does not open ${what}`, async () => {
      const { message, pages, asked } = await failureAt(
        (server) => (server.metadata = { authorization_endpoint: url }),
      );
      assert.match(message, /unsafe address/);
      assert.deepEqual([pages.length, asked.register], [0, 0]);
    });
  }

  it('does not open a script', async () => {
    const { message, pages } = await failureAt(
      (server) => (server.metadata = { authorization_endpoint: 'javascript:alert(1)' }),
    );
    assert.match(message, /is not OAuth 2\.1/);
    assert.deepEqual(pages, []);
  });

  it('sends no code to a token endpoint over plain http', async () => {
    const { message, pages } = await failureAt(
      (server) => (server.metadata = { token_endpoint: 'http://auth.example/token' }),
    );
    assert.match(message, /the unsafe address http:\/\/auth\.example/);
    assert.deepEqual(pages, []);
  });

  it('sends no code to where a token endpoint leads', async () => {
    const { message, asked } = await failureAt((server) => {
      server.metadata = { token_endpoint: `${server.origin}/old-token` };
      server.moved = { '/old-token': '/token' };
    });
    assert.match(message, /HOST answered with a forbidden redirect/);
    assert.equal(asked.code, 0);
  });

  it('does not follow metadata to an address that is not safe', async () => {
    const { message, pages } = await failureAt((server) => {
      server.moved = { '/.well-known/oauth-authorization-server': 'http://auth.example/metadata' };
    });
    assert.match(message, /the unsafe address http:\/\/auth\.example/);
    assert.deepEqual(pages, []);
  });

  it('ends at metadata that moves without end', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const { message } = await failureAt((server) => (server.moved = { [path]: path }));
    assert.match(message, /HOST answered with a forbidden redirect/);
  });

  it('uses no token that would write headers of its own', async () => {
    const { message } = await failureAt(
      (server) => (server.tokenAnswer = { access_token: 'good\r\nx-evil: 1' }),
    );
    assert.match(message, /HOST gave an unusable token/);
  });

  it('uses no token of a kind it does not know', async () => {
    const { message } = await failureAt((server) => (server.tokenAnswer = { token_type: 'mac' }));
    assert.match(message, /HOST gave an unusable token/);
  });

  for (const name of ['access_token', 'refresh_token', 'id_token']) {
    it(`uses no tokens of which the ${name} is too long to keep`, async () => {
      const { message } = await failureAt((server) => (server.tokenAnswer = { [name]: 'x'.repeat(70_000) }));
      assert.match(message, /HOST gave an unusable token/);
    });
  }

  it('says what to do where no client can be registered', async () => {
    const { message } = await failureAt((server) => (server.metadata = { registration_endpoint: undefined }));
    assert.match(message, /redirect address http:\/\/HOST\/callback/);
    assert.match(message, /add "oauth": \{"clientId": "\.\.\."\} in \S+mcp\.json\./);
  });
});
