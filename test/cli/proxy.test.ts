// Tests the command in an environment with a proxy, only through the command line.
import assert from 'node:assert/strict';
import { ForwardProxy } from '../fakes/forwardProxy.ts';
import { ScriptedHttpServer } from '../mcp/scriptedHttpServer.ts';
import { scriptedMcp } from '../mcp/scriptedMcp.ts';
import { TestFolder } from './codeMode.ts';

describe('code-mode behind a proxy', () => {
  let server: ScriptedHttpServer;
  let proxy: ForwardProxy;
  beforeEach(async () => {
    server = await ScriptedHttpServer.start(scriptedMcp({ tools: ['answer'] }));
    proxy = await ForwardProxy.start(server.url);
  });
  afterEach(async () => {
    await proxy[Symbol.asyncDispose]();
    await server.close();
  });

  const call = async (url: string, env: Record<string, string>) => {
    using folder = await TestFolder.with({ 'mcp.json': { servers: { web: { url } } } });
    const variables = { HTTP_PROXY: '', HTTPS_PROXY: '', ALL_PROXY: '', NO_PROXY: '' };
    const lowerCase = Object.fromEntries(
      Object.keys(variables).map((name) => [name.toLowerCase(), undefined]),
    );
    const args = ['run', '--type-check', 'off', '--config', 'mcp.json', '--allow-writes', '-'];
    return await folder.codeMode(args, 'return await tools.web.answer()', {
      ...lowerCase,
      ...variables,
      ...env,
    });
  };

  it('asks HTTP_PROXY for a server on the web', async () => {
    const { stdout, stderr, code } = await call('http://mcp.test/mcp', { HTTP_PROXY: proxy.url });
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout, /session-1/);
    assert.equal(proxy.asked[0], 'POST http://mcp.test/mcp');
  });
});
