// The terminal knows tools from an earlier command, and asks the servers again only at need.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultServer } from '../../fakes/faultServer.ts';
import { config, servers, TestFolder } from '../../cli/codeMode.ts';

describe('code-mode and the tools of an earlier command', () => {
  let folder: TestFolder;

  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': servers });
  });

  afterEach(() => folder[Symbol.dispose]());

  const change = async (server: object) =>
    writeFile(join(folder.path, 'mcp.json'), JSON.stringify({ servers: { server } }));
  const search = ['search', 'echo', ...config];

  it('asks the servers with --fresh', async () => {
    await folder.codeMode(search);
    const { stdout, stderr } = await folder.codeMode([...search, '--fresh']);
    assert.match(stdout, /^tools\.everything\.echo\(/m);
    assert.doesNotMatch(stderr, /as of/);
  });

  it('checks a script again that was right when the tools were others', async () => {
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

  it('lists the tools of a server that is down, with the reason', async () => {
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
