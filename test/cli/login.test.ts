// Tests sign-ins from the terminal: the command in this process, the person's browser, and the authorization server.
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProtectedServer } from '../fakes/protectedServer.ts';
import { TestFolder, type Finished } from './testFolder.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { openedForEach } from '../fakes/opened.ts';

const config = ['--config', 'mcp.json'];
const script = 'return await tools.vault.echo({ n: 1 })';

describe('code-mode login', () => {
  const server = openedForEach(() => ProtectedServer.start());
  const folder = openedForEach(() =>
    TestFolder.with({ 'mcp.json': { servers: { vault: { url: server.url } } } }),
  );

  const signIns = () => join(folder.path, 'settings', 'code-mode', 'sign-ins');
  /** Returns the path of the only file of a sign-in. */
  const signIn = async () => {
    const [name = '', ...others] = await readdir(signIns());
    assert.deepEqual(others, []);
    return join(signIns(), name);
  };
  const run = (options: readonly string[] = config) =>
    folder.codeMode(['run', '-', '--type-check', 'off', ...options], script);
  /** Starts the command and gives the address it prints. */
  const start = async (options: readonly string[] = config) => {
    const command = folder.begin(['login', 'vault', ...options]);
    command.stdin.end();
    const [, address = ''] = await command.says(/^(http\S+)$/m);
    return { url: new URL(address), ...command };
  };
  const login = async (options?: readonly string[]): Promise<Finished & { readonly page: string }> => {
    const { url, ended } = await start(options);
    const page = await (await fetch(url)).text();
    return { ...(await ended), page };
  };

  it('signs in by way of the browser, for scripts after it', async () => {
    const { code, page } = await login();
    assert.equal(code, 0);
    assert.match(page, /Close this page/);
    const { stdout, stderr } = await run();
    assert.equal(stdout, '{\n  "n": 1\n}\n', stderr);
  });

  it('signs in to a server of the command line, as a script is told that names the same', async () => {
    const named = ['--http-url', server.url, '--as', 'vault'];
    const before = await run(named);
    assert.equal(before.code, 1);
    assert.match(before.stderr, /Run code-mode login vault with the same --http-url and --as, then retry\./);
    assert.equal((await login(named)).code, 0);
    assert.equal((await run(named)).stdout, '{\n  "n": 1\n}\n');
  });

  it('is what a script without a terminal is told to run', async () => {
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /it needs sign-in\. .*Run code-mode login vault, then retry\./);
    assert.equal(server.asked.register, 0);
  });

  fullTest('is not needed again while the sign-in can be renewed', async () => {
    await login();
    server.expire();
    assert.equal((await run()).code, 0);
    server.expire();
    assert.equal((await run()).code, 0, 'The renewed sign-in was kept.');
    assert.equal(server.asked.authorize, 1);
  });

  it('says what to do about a file that is damaged', async () => {
    await login();
    await writeFile(await signIn(), '{', { mode: 0o600 });
    assert.match((await run()).stderr, /unreadable: not JSON\. Delete the file/);
  });

  it('is not fooled by an answer that it does not wait for', async () => {
    const { url, ended } = await start();
    const listener = new URL(url.searchParams.get('redirect_uri') ?? '');
    listener.search = new URLSearchParams({ code: 'forged', state: 'forged' }).toString();
    assert.equal((await fetch(listener)).status, 400);
    assert.equal((await fetch(new URL('/', listener))).status, 404);
    await (await fetch(url)).text();
    assert.equal((await ended).code, 0);
    assert.equal(server.asked.code, 1);
  });

  it('closes its port when the person gives up', async () => {
    const { url, ended, interrupt } = await start();
    interrupt();
    assert.equal((await ended).code, 3);
    await assert.rejects(fetch(url.searchParams.get('redirect_uri') ?? ''));
  });

  it('fails with what the authorization server says', async () => {
    server.redirect = { error: 'access_denied' };
    const { url, ended } = await start();
    await (await fetch(url)).text();
    const { code, stderr } = await ended;
    assert.equal(code, 1);
    assert.match(stderr, /denied the sign-in: access_denied/);
  });

  it('does not know servers that are not configured', async () => {
    const { code, stderr } = await folder.codeMode(['login', 'valt', ...config]);
    assert.equal(code, 1);
    assert.match(stderr, /no such server/);
  });

  it('is forgotten by logout', async () => {
    await login();
    assert.equal((await folder.codeMode(['logout', 'vault'])).code, 0);
    assert.deepEqual(await readdir(signIns()), []);
    assert.match((await run()).stderr, /code-mode login vault/);
  });

  it('is needed before logout', async () => {
    const { code, stderr } = await folder.codeMode(['logout', 'vault']);
    assert.equal(code, 2);
    assert.match(stderr, /not signed in to "vault"/);
  });

  fullTest('is not needed again by two commands that renew it at the same moment', async () => {
    await login();
    server.expire();
    const refused = Promise.withResolvers<undefined>();
    server.onRefused = () => refused.resolve(undefined);
    server.onRefreshed = () => refused.promise;
    const [one, two] = await Promise.all([1, 2].map(() => folder.spawned(['run', '-', ...config], script)));
    assert.ok(one && two);
    assert.deepEqual([one.code, two.code], [0, 0], one.stderr + two.stderr);
    assert.deepEqual([server.asked.refresh, server.asked.authorize], [2, 1]);
  });
});
