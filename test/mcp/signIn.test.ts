import assert from 'node:assert/strict';
import { once } from 'node:events';
import { FollowingSignIn } from '../fakes/followingSignIn.ts';
import { PendingSignIn } from '../fakes/pendingSignIn.ts';
import type { ProtectedServer } from '../fakes/protectedServer.ts';
import { ProtectedWorkspace, type ProtectedWorkspaceOptions } from './protectedWorkspace.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a server that wants a sign-in', () => {
  const closed = closedAfterEach();
  const open = async (options?: ProtectedWorkspaceOptions) =>
    closed(await ProtectedWorkspace.create(options));

  it('has its tools listed without asking anybody', async () => {
    const vault = await open();
    assert.equal(await vault.backgroundError(), 'it needs sign-in. Sign in to vault.');
    assert.equal(await vault.window.state('vault'), 'needs_sign_in');
    assert.deepEqual(vault.person.pages, []);
  });

  it('is signed in to by the call that needs it', async () => {
    const vault = await open();
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(await vault.window.state('vault'), 'running');
  });

  it('is signed in to, and renewed, at another loopback address', async () => {
    const vault = await open({ host: '127.0.0.2' });
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    vault.server.expire();
    assert.deepEqual(await vault.echo({ n: 2 }), { n: 2 });
    assert.deepEqual([vault.person.pages.length, vault.server.asked.refresh], [1, 1]);
  });

  it('is signed in to where its metadata has moved', async () => {
    const vault = await open();
    const path = '/.well-known/oauth-authorization-server';
    vault.server.moved = { [path]: `${path}?moved` };
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
  });

  it('is signed in to when it is restarted, before its tools are asked for', async () => {
    const { window, person } = await open();
    assert.equal((await window.source.restartServer('vault'))?.state, 'running');
    assert.equal(person.pages.length, 1);
    assert.equal((await window.tools('vault')).length, 4);
  });

  it('is asked for the scope, the resource and the PKCE method that the specification wants', async () => {
    const vault = await open();
    await vault.echo({ n: 1 });
    const [page] = vault.server.authorizations;
    assert.equal(page?.get('scope'), 'basic');
    assert.equal(page.get('resource'), vault.server.url);
    assert.equal(page.get('code_challenge_method'), 'S256');
    assert.equal(page.get('response_type'), 'code');
  });

  it('is asked for the scope without which it issues no refresh token, if it names that', async () => {
    const vault = await open();
    vault.server.metadata = { scopes_supported: ['basic', 'offline_access'] };
    await vault.echo({ n: 1 });
    assert.equal(vault.server.authorizations[0]?.get('scope'), 'basic offline_access');
  });

  it('is signed in to once for all calls that meet it at once', async () => {
    const vault = await open();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => vault.echo({ n })));
    assert.deepEqual(answers, [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    assert.equal(vault.person.pages.length, 1);
  });

  it('is not asked about again in another window', async () => {
    const vault = await open();
    await vault.echo({ n: 1 });
    const other = await vault.open();
    assert.deepEqual(await other.structured('vault', 'echo', { n: 2 }), { n: 2 });
    assert.equal(vault.person.pages.length, 1);
  });

  it('does not get the sign-in of a server of the same name at another address', async () => {
    const vault = await open();
    await vault.echo({ n: 1 });
    const elsewhere = await open();
    await vault.window.define({ vault: { url: elsewhere.server.url } });
    await vault.window.source.reload();
    assert.match(await vault.backgroundError(), /^it needs sign-in\./);
  });

  it('stands still for a run while the person decides', async () => {
    const vault = await open();
    const order: string[] = [];
    const pauseClockWhile = async <T>(ask: () => Promise<T>): Promise<T> => {
      order.push('stands');
      const decided = await ask();
      order.push('goes on');
      return decided;
    };
    const { signal } = new AbortController();
    await vault.window.source.callTool('vault', 'echo', {}, { signal, pauseClockWhile });
    assert.deepEqual(order, ['stands', 'goes on']);
  });

  it('is signed in to in the middle of a task, which goes on', async () => {
    const vault = await open();
    await vault.window.tools('vault');
    assert.deepEqual(await vault.window.structured('vault', 'task'), { done: true });
    assert.equal(vault.person.pages.length, 2);
    assert.deepEqual(vault.server.calls, ['task']);
  });

  it('may have done a task that nobody signs in for', async () => {
    const vault = await open();
    await vault.window.tools('vault');
    vault.server.redirect = { error: 'access_denied', code: undefined };
    const { code, message } = await vault.failure('task');
    assert.equal(code, 'server_unavailable');
    assert.match(message, /result is unavailable.*The tool may have run/);
  });

  it('uses the client that its definition names, with the secret that the person gives', async () => {
    const redirectUri = 'http://127.0.0.1:9/callback';
    const vault = await open({
      person: new FollowingSignIn({ secret: 'client-secret' }),
      clients: { mine: { redirectUris: [redirectUri], secret: 'client-secret' } },
      definition: { oauth: { clientId: 'mine' } },
    });
    vault.server.metadata = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(vault.server.asked.register, 0);
    assert.deepEqual(vault.person.clients, [
      { server: 'vault', clientId: 'mine', host: new URL(vault.server.url).host },
    ]);
  });

  it('is signed in to where a web site answers for every other address', async () => {
    const vault = await open();
    vault.server.isWebSite = true;
    vault.server.resourceMetadata = { authorization_servers: [`${vault.server.origin}/tenant`] };
    const openId = {
      jwks_uri: `${vault.server.origin}/keys`,
      subject_types_supported: [],
      id_token_signing_alg_values_supported: [],
    };
    vault.server.metadata = { issuer: `${vault.server.origin}/tenant`, ...openId };
    vault.server.redirect = { iss: undefined };
    vault.server.moved = {
      '/.well-known/openid-configuration/tenant': '/.well-known/oauth-authorization-server',
    };
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
  });

  it('is signed in to where null stands for what is not there', async () => {
    const vault = await open();
    vault.server.resourceMetadata = { resource_name: null, scopes_supported: null };
    vault.server.metadata = { scopes_supported: null, service_documentation: null };
    vault.server.tokenAnswer = { refresh_token: null, id_token: null, scope: null, expires_in: null };
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
  });

  it('is registered with anew at the next try when it has forgotten the client', async () => {
    const vault = await open();
    vault.server.tokenAnswer = { refresh_token: undefined };
    await vault.echo({ n: 1 });
    vault.server.revoke();
    vault.server.forgetClients();
    assert.match((await vault.failure()).message, /The page answered with HTTP 400/);
    assert.deepEqual(await vault.echo({ n: 2 }), { n: 2 });
    assert.equal(vault.server.asked.register, 2);
  });

  it('is registered with once for all sign-ins that come to something', async () => {
    const vault = await open();
    await vault.echo({ n: 1 });
    vault.server.revoke();
    await vault.echo({ n: 2 });
    assert.equal(vault.server.asked.register, 1);
  });

  it('is signed in to by a client metadata document where it takes one', async () => {
    const document = 'https://client.example/metadata.json';
    const clients = { [document]: { redirectUris: ['http://127.0.0.1:9/callback'] } };
    const vault = await open({ clientMetadataUrl: document, clients });
    vault.server.metadata = { client_id_metadata_document_supported: true };
    await vault.echo({ n: 1 });
    assert.equal(vault.server.authorizations[0]?.get('client_id'), document);
    assert.equal(vault.server.asked.register, 0);
  });

  it('is registered with where it takes no such document', async () => {
    const vault = await open({ clientMetadataUrl: 'https://client.example/metadata.json' });
    await vault.echo({ n: 1 });
    assert.equal(vault.server.asked.register, 1);
  });

  it('is left alone when the definition brings an Authorization header', async () => {
    const { window, person } = await open({ definition: { headers: { Authorization: 'Bearer old' } } });
    const error = await window.listError('vault');
    assert.match(error, /^it needs authorization \(HTTP 401\)\. Correct "Authorization" under "headers" in /);
    assert.deepEqual(person.pages, []);
  });

  describe('and a person who does not want it', () => {
    const refuse = async () => {
      const vault = await open();
      vault.person.willing = false;
      return vault;
    };

    it('fails the call, which was not made', async () => {
      const vault = await refuse();
      const { code, message } = await vault.failure();
      assert.equal(code, 'denied');
      assert.equal(
        message,
        'Server "vault" is unavailable: it needs sign-in. Last try: You did not want to sign in. Sign in to vault. The tool did not run.',
      );
      assert.deepEqual(vault.server.calls, []);
    });

    it('asks once for a whole run', async () => {
      const vault = await refuse();
      const { signal } = new AbortController();
      await vault.failure('echo', signal);
      await vault.failure('echo', signal);
      assert.equal(vault.person.pages.length, 1);
    });

    it('asks again for another run', async () => {
      const vault = await refuse();
      await vault.failure();
      vault.person.willing = true;
      assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    });

    it('tells who lists the tools how the last try ended', async () => {
      const vault = await refuse();
      await vault.failure();
      assert.equal(
        await vault.backgroundError(),
        'it needs sign-in. Last try: You did not want to sign in. Sign in to vault.',
      );
    });

    it('says what the authorization server says', async () => {
      const vault = await open();
      vault.server.redirect = { error: 'access_denied', error_description: 'Not\u001b[31m today' };
      const { code, message } = await vault.failure();
      assert.equal(code, 'denied');
      assert.match(message, /denied the sign-in: access_denied, Not today\./);
    });
  });

  describe('and calls that are cancelled meanwhile', () => {
    it('takes the question back with the last of them', async () => {
      const person = new PendingSignIn();
      const vault = await open({ person });
      const [one, two] = [new AbortController(), new AbortController()];
      const calls = [one, two].map(({ signal }) => vault.failure('echo', signal));
      const shown = await person.shown.promise;
      one.abort();
      assert.equal((await calls[0])?.code, 'cancelled');
      assert.equal(shown.aborted, false);
      const takenBack = once(shown, 'abort');
      two.abort();
      assert.equal((await calls[1])?.code, 'cancelled');
      await takenBack;
    });

    it('asks anew for a call after them', async () => {
      const person = new PendingSignIn();
      const vault = await open({ person });
      const gone = new AbortController();
      const call = vault.failure('echo', gone.signal);
      await person.shown.promise;
      gone.abort();
      await call;
      person.open();
      assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    });

    it('takes the question back when the server goes', async () => {
      const person = new PendingSignIn();
      const vault = await open({ person });
      const call = vault.failure();
      const shown = await person.shown.promise;
      await vault.window.define({});
      await vault.window.source.reload();
      assert.equal((await call).code, 'server_unavailable');
      assert.equal(shown.aborted, true);
    });
  });

  const strangeAnswers: readonly (readonly [
    what: string,
    prepare: (server: ProtectedServer) => void,
    told: RegExp,
  ])[] = [
    ['with another state', (server) => (server.redirect = { state: 'forged' }), /answers another sign-in/],
    [
      'from another authorization server',
      (server) => (server.redirect = { iss: 'https://evil.example' }),
      /The answer is not from 127\.0\.0\.1:\d+\./,
    ],
    [
      'whose issuer only looks like that of the server',
      (server) => (server.redirect = { iss: `${server.origin}/` }),
      /The answer is not from/,
    ],
    ['without a code', (server) => (server.redirect = { code: '' }), /has no code/],
    [
      'that does not tell its issuer although the server said it would',
      (server) => {
        server.metadata = { authorization_response_iss_parameter_supported: true };
        server.redirect = { iss: undefined };
      },
      /The answer is not from/,
    ],
  ];
  for (const [what, prepare, told] of strangeAnswers) {
    it(`redeems no code of an answer ${what}`, async () => {
      const vault = await open();
      prepare(vault.server);
      assert.match((await vault.failure()).message, told);
      assert.equal(vault.server.asked.code, 0);
    });
  }

  describe('and a tool that wants more', () => {
    it('lets the person allow it, and goes on with the same call', async () => {
      const vault = await open();
      await vault.echo({ n: 1 });
      assert.deepEqual(await vault.window.structured('vault', 'admin', { n: 2 }), { n: 2 });
      assert.deepEqual(
        vault.server.authorizations.map((page) => page.get('scope')),
        ['basic', 'basic admin'],
      );
    });

    it('gives up when the server is never content', async () => {
      const vault = await open();
      vault.server.grantedScope = 'basic';
      const { code, message } = await vault.failure('admin');
      assert.equal(code, 'server_unavailable');
      assert.match(message, /it rejects the sign-in/);
      assert.equal(vault.person.pages.length, 3);
    });
  });
});
