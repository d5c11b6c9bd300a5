// Tests that the terminal knows tools from an earlier command, and asks the servers again only if necessary.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultServer } from '../fakes/faultServer.ts';
import { config, servers, TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';

describe('code-mode and the tools of an earlier command', () => {
  const folder = TestFolder.forEachTest({ 'mcp.json': servers });

  const kept = (path: string) => join(path, 'cache', 'code-mode', 'tools');
  const change = async (server: object) =>
    writeFile(join(folder.path, 'mcp.json'), JSON.stringify({ servers: { server } }));
  const search = ['search', 'echo', ...config];

  it('takes tools as servers listed them for the command before, and says how old they are', async () => {
    await folder.codeMode(search);
    for (const name of await readdir(kept(folder.path))) {
      const file = join(kept(folder.path), name);
      const list = JSON.parse(await readFile(file, 'utf8')) as { listedAt: number };
      await writeFile(file, JSON.stringify({ ...list, listedAt: Date.now() - 2 * 60 * 60_000 }));
    }
    const { stdout, stderr } = await folder.codeMode(search);
    assert.match(stdout, /^tools\.everything\.echo\(/m);
    assert.match(stderr, /tools as of 2 h ago; --fresh asks the servers/);
  });

  it('lists cached tools without asking, and asks with --fresh', async () => {
    await change({ ...faultServer(`from:${join(folder.path, 'behaviour')}`) });
    await writeFile(join(folder.path, 'behaviour'), 'malformed');
    await folder.codeMode(['tools', ...config]);
    await writeFile(join(folder.path, 'behaviour'), 'ok');
    assert.doesNotMatch((await folder.codeMode(['tools', ...config])).stdout, /writeNote/);
    assert.match((await folder.codeMode(['tools', '--fresh', ...config])).stdout, /writeNote/);
  });

  fullTest('checks a script again that was right when the tools were others', async () => {
    await change(faultServer(`from:${join(folder.path, 'behaviour')}`));
    await writeFile(join(folder.path, 'behaviour'), 'ok');
    const run = (...more: string[]) =>
      folder.codeMode(['run', '-', ...config, ...more], 'return tools.server.echo({ text: "a" });');
    for (const _ of [1, 2]) assert.equal((await run()).stdout, '"a"\n');
    await writeFile(join(folder.path, 'behaviour'), 'colliding');
    const { code, stderr } = await run('--fresh');
    assert.equal(code, 1);
    assert.match(stderr, /echo/);
  });

  fullTest('lists the tools of a server that is down, with the reason', async () => {
    await change({ ...faultServer(`from:${join(folder.path, 'behaviour')}`) });
    await writeFile(join(folder.path, 'behaviour'), 'ok');
    await folder.codeMode(['tools', ...config]);
    await writeFile(join(folder.path, 'behaviour'), 'exit');
    const { stdout } = await folder.codeMode(['tools', '--fresh', ...config]);
    assert.match(stdout, /^server \(tools\.server\): \d+ tools; failed: it exited with code 3/);
    const [server] = (
      JSON.parse((await folder.codeMode(['tools', '--fresh', '--json', ...config])).stdout) as {
        servers: { cachedAt?: string }[];
      }
    ).servers;
    assert.ok(!Number.isNaN(Date.parse(server?.cachedAt ?? '')));
  });
});
