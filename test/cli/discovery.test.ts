// Tests that the terminal knows tools from an earlier command, and asks the servers again only if necessary.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultServer } from '../fakes/faultServer.ts';
import { config, servers, TestFolder } from './codeMode.ts';

describe('code-mode and the tools of an earlier command', () => {
  let folder: TestFolder;

  beforeEach(async () => {
    folder = await TestFolder.with({ 'mcp.json': servers });
  });

  afterEach(() => folder[Symbol.dispose]());

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

  it('asks servers whose file is damaged', async () => {
    await folder.codeMode(search);
    for (const name of await readdir(kept(folder.path))) await writeFile(join(kept(folder.path), name), '{');
    assert.match((await folder.codeMode(search)).stdout, /^tools\.everything\.echo\(/m);
  });

  it('refuses patterns and times that there are not', async () => {
    for (const wrong of [
      ['--discovery', 'never'],
      ['--discovery-ttl', 'soon'],
    ])
      assert.equal((await folder.codeMode([...search, ...wrong])).code, 2);
  });
});
