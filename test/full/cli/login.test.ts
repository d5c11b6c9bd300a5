// Sign-ins from the terminal: the command in this process, the person's browser, and the authorization server.
import assert from 'node:assert/strict';
import { ProtectedServer } from '../../fakes/protectedServer.ts';
import { TestFolder, type Finished } from '../../cli/testFolder.ts';

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

  /** Starts the command and gives the address it prints. */
  const start = async () => {
    const command = folder.begin(['login', 'vault', ...config]);
    command.stdin.end();
    const [, address = ''] = await command.says(/^(http\S+)$/m);
    return { url: new URL(address), ...command };
  };
  const login = async (): Promise<Finished & { readonly page: string }> => {
    const { url, ended } = await start();
    const page = await (await fetch(url)).text();
    return { ...(await ended), page };
  };

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
});
