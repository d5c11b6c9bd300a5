import assert from 'node:assert/strict';
import { ProtectedWorkspace, type ProtectedWorkspaceOptions } from './protectedWorkspace.ts';
import { closedAfterEach } from '../fakes/opened.ts';

describe('a sign-in that runs out', () => {
  const closed = closedAfterEach();
  /** Opens a workspace that is signed in and has made one call. */
  const open = async (options?: ProtectedWorkspaceOptions) => {
    const opened = closed(await ProtectedWorkspace.create(options));
    await opened.echo({ n: 0 });
    return opened;
  };

  it('is renewed in the middle of calls, without a question', async () => {
    const vault = await open();
    vault.server.expire();
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(vault.person.pages.length, 1);
    assert.equal(vault.server.asked.refresh, 1);
  });

  it('is renewed once for all calls that meet it at once', async () => {
    const vault = await open();
    vault.server.expire();
    const everybody = vault.server.refuses(4);
    vault.server.onRefresh = () => everybody;
    const calls = [1, 2, 3, 4].map((n) => vault.echo({ n }));
    assert.deepEqual(await Promise.all(calls), [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    assert.equal(vault.server.asked.refresh, 1);
    assert.equal(vault.person.pages.length, 1);
  });

  it('is renewed before it is used when it is known to have run out', async () => {
    const vault = await open({ expiresIn: 1 });
    await vault.echo({ n: 1 });
    assert.equal(vault.server.asked.refresh > 0, true);
    assert.equal(vault.person.pages.length, 1);
  });

  it('is asked for again when it was revoked, and the same call goes on', async () => {
    const vault = await open();
    vault.server.revoke();
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(vault.person.pages.length, 2);
    assert.equal(vault.server.asked.register, 1, 'The client is still registered.');
  });

  for (const refusal of [
    { status: 400, error: 'invalid_request' },
    { status: 200, error: 'bad_refresh_token' },
  ]) {
    it(`is asked for again when the server calls a revoked one ${refusal.error}`, async () => {
      const vault = await open();
      vault.server.revoke();
      vault.server.refusal = refusal;
      assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
      assert.equal(vault.person.pages.length, 2);
    });
  }

  it('is asked for once by all calls that find it revoked', async () => {
    const vault = await open();
    vault.server.revoke();
    await Promise.all([1, 2, 3].map((n) => vault.echo({ n })));
    assert.equal(vault.person.pages.length, 2);
  });

  it('shows in the state of the server when it was revoked, and nobody is asked', async () => {
    const vault = await open();
    vault.server.revoke();
    vault.person.willing = false;
    await vault.failure();
    assert.equal(await vault.window.state('vault'), 'needs_sign_in');
    vault.person.willing = true;
    await vault.echo({ n: 1 });
    assert.equal(await vault.window.state('vault'), 'running');
  });

  it('shows as none any more when somebody signed in in another window', async () => {
    const vault = await open();
    vault.server.revoke();
    vault.person.willing = false;
    await vault.failure();
    vault.person.willing = true;
    const other = await vault.open();
    await other.structured('vault', 'echo', { n: 1 });
    await vault.echo({ n: 2 });
    assert.equal(await vault.window.state('vault'), 'running');
    assert.equal(vault.person.pages.length, 3);
  });

  it('stays when the authorization server is out of order, and the call says so', async () => {
    const vault = await open();
    vault.server.expire();
    vault.server.tokenStatus = 503;
    const { code, message } = await vault.failure();
    assert.equal(code, 'server_unavailable');
    assert.match(message, /refused sign-in: server_error HTTP 503/);
    assert.equal(vault.person.pages.length, 1);
    vault.server.tokenStatus = 200;
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(vault.person.pages.length, 1);
  });

  for (const refusal of [
    { status: 500, error: 'internal_error' },
    { status: 429, error: 'rate_limited' },
    { status: 400, error: 'temporarily_unavailable' },
  ]) {
    it(`stays when the server refuses to renew it with ${refusal.status} ${refusal.error}`, async () => {
      const vault = await open();
      vault.server.revoke();
      vault.server.refusal = refusal;
      assert.match((await vault.failure()).message, new RegExp(`refused sign-in: ${refusal.error}`));
      const [key = ''] = await vault.tokens.keys();
      const kept = await vault.tokens.get(key);
      assert.match((kept.ok && kept.text) || '', /"refresh_token"/);
    });
  }

  it('is taken over from another window that was faster', async () => {
    const vault = await open();
    const [key = ''] = await vault.tokens.keys();
    const kept = await vault.tokens.get(key);
    vault.server.revoke();
    const record = JSON.parse((kept.ok && kept.text) || '') as { tokens: object };
    vault.server.onRefresh = () => {
      const tokens = { ...record.tokens, ...vault.server.issue() };
      return vault.tokens.set(key, JSON.stringify({ ...record, tokens }));
    };
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(vault.person.pages.length, 1);
  });

  it('is taken over from another window that used the refresh token first, and has not kept what it got yet', async () => {
    const vault = await open();
    const other = await vault.open();
    await other.structured('vault', 'echo', { n: 0 });
    const read = Promise.withResolvers<undefined>();
    vault.server.onRefreshed = () => read.promise;
    vault.server.onRefused = () => {
      const get = vault.tokens.get.bind(vault.tokens);
      vault.tokens.get = (key) => get(key).finally(() => read.resolve(undefined));
    };
    vault.server.expire();
    assert.deepEqual(await Promise.all([vault.echo({ n: 1 }), other.structured('vault', 'echo', { n: 2 })]), [
      { n: 1 },
      { n: 2 },
    ]);
    assert.deepEqual([vault.server.asked.refresh, vault.person.pages.length], [2, 1]);
  });

  it('stays signed out of when somebody signs out while it is renewed', async () => {
    const vault = await open();
    const [key = ''] = await vault.tokens.keys();
    vault.server.expire();
    vault.person.willing = false;
    vault.server.onRefresh = () => vault.tokens.delete(key);
    assert.equal((await vault.failure()).code, 'denied');
    assert.deepEqual(await vault.tokens.keys(), []);
  });

  it('gives way to a new sign-in in another window while it is renewed', async () => {
    const vault = await open();
    const [key = ''] = await vault.tokens.keys();
    const kept = await vault.tokens.get(key);
    const record = JSON.parse((kept.ok && kept.text) || '') as { tokens: object };
    vault.server.expire();
    const text = JSON.stringify({ ...record, tokens: { ...record.tokens, ...vault.server.issue() } });
    vault.server.onRefresh = () => vault.tokens.set(key, text);
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.deepEqual(await vault.tokens.get(key), { ok: true, text });
  });

  it('ends with what is kept of it', async () => {
    const vault = await open();
    for (const key of await vault.tokens.keys()) await vault.tokens.delete(key);
    vault.person.willing = false;
    assert.equal((await vault.failure()).code, 'denied');
  });

  it('counts as none when what is kept of it is no sign-in', async () => {
    const vault = await open();
    for (const key of await vault.tokens.keys()) await vault.tokens.set(key, '{"issuer":1}');
    assert.deepEqual(await vault.echo({ n: 1 }), { n: 1 });
    assert.equal(vault.person.pages.length, 2);
  });

  it('keeps its tokens from results and from the log', async () => {
    const vault = await open();
    assert.deepEqual(await vault.window.structured('vault', 'header'), { said: 'It was Bearer •••.' });
    const told = vault.window.log.join('\n');
    for (const token of vault.server.accessTokens) assert.equal(told.includes(token), false);
  });
});
