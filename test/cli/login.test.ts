// Sign-ins from the terminal: the command, the person's browser, and the authorization server, each for real.
import assert from 'node:assert/strict';
import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { ProtectedServer } from '../fakes/protectedServer.ts';
import { TestFolder, type Finished } from './testFolder.ts';

const config = ['--config', 'mcp.json'];
const script = 'return await tools.vault.echo({ n: 1 })';

describe('code-mode login', () => {
  let server: ProtectedServer;
  let folder: TestFolder;
  beforeEach(async () => {
    server = await ProtectedServer.start();
    folder = await TestFolder.with({ 'mcp.json': { servers: { vault: { url: server.url } } } });
  });
  afterEach(async () => {
    folder[Symbol.dispose]();
    await server.close();
  });

  const signIns = () => join(folder.path, 'settings', 'code-mode', 'sign-ins');
  /** The one file there. */
  const signIn = async () => {
    const [name = '', ...others] = await readdir(signIns());
    assert.deepEqual(others, []);
    return join(signIns(), name);
  };
  const run = () => folder.codeMode(['run', '-', ...config], script);
  /** Starts the command and gives the address it prints. */
  const start = async () => {
    const { child, ended } = folder.start(['login', 'vault', ...config]);
    child.stdin.end();
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.startsWith('http')) return { url: new URL(line), ended, child };
    }
    throw new Error(`No address was printed: ${JSON.stringify(await ended)}`);
  };
  const login = async (): Promise<Finished & { readonly page: string }> => {
    const { url, ended } = await start();
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

  it('keeps what only the owner can read', async function () {
    if (process.platform === 'win32') return; // there is no such permission
    await login();
    assert.equal((await stat(await signIn())).mode & 0o777, 0o600);
    assert.equal((await stat(signIns())).mode & 0o777, 0o700);
  });

  it('is what a script without a terminal is told to run', async () => {
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /it needs sign-in\. .*Run code-mode login vault, then retry\./);
    assert.equal(server.asked.register, 0);
  });

  it('is not needed again while the sign-in can be renewed', async () => {
    await login();
    server.expire();
    assert.equal((await run()).code, 0);
    server.expire();
    assert.equal((await run()).code, 0, 'The renewed sign-in was kept.');
    assert.equal(server.asked.authorize, 1);
  });

  it('is not needed again by two commands that renew it at the same moment', async () => {
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

  it('does not use a file that others can read', async function () {
    if (process.platform === 'win32') return; // there is no such permission
    await login();
    await chmod(await signIn(), 0o644);
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.match(stderr, /sign-ins in \S+\.json ignored: others can read the file\./);
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
    const { url, ended, child } = await start();
    child.kill('SIGINT');
    assert.equal((await ended).code, 130);
    await assert.rejects(fetch(url.searchParams.get('redirect_uri') ?? ''));
  });

  it('fails with what the authorization server says', async () => {
    server.redirect = { error: 'access_denied' };
    const { url, ended, child } = await start();
    let said = '';
    child.stderr.on('data', (text: string) => (said += text));
    await (await fetch(url)).text();
    assert.equal((await ended).code, 1);
    assert.match(said, /denied the sign-in: access_denied/);
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
});
