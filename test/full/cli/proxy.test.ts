// The command in the environment of a terminal behind a proxy. Nothing of the built command is called but by its
// users' way.
import assert from 'node:assert/strict';
import { ForwardProxy } from '../../fakes/forwardProxy.ts';
import { ScriptedHttpServer } from '../../mcp/scriptedHttpServer.ts';
import { scriptedMcp } from '../../mcp/scriptedMcp.ts';
import { TestFolder } from '../../cli/codeMode.ts';

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
    const args = ['run', '--config', 'mcp.json', '--allow-writes', '-'];
    return await folder.codeMode(args, 'return await tools.web.answer()', {
      ...lowerCase,
      ...variables,
      ...env,
    });
  };

  it('takes a proxy without a scheme, and for every kind of server', async () => {
    const { code } = await call('http://mcp.test/mcp', { all_proxy: proxy.url.replace('http://', '') });
    assert.equal(code, 0);
    assert.equal(proxy.asked[0], 'POST http://mcp.test/mcp');
  });

  it('tells the proxy the name and the password of its URL', async () => {
    await call('http://mcp.test/mcp', { http_proxy: proxy.url.replace('//', '//ada:p%40ss@') });
    assert.equal(proxy.authorizations[0], `Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
  });

  it('asks for a tunnel to a server on https', async () => {
    // The tunnel leads to a server without TLS: that it was asked for is what counts.
    await call('https://mcp.test/mcp', { HTTPS_PROXY: proxy.url });
    assert.equal(proxy.asked[0], 'CONNECT mcp.test:443');
  });

  for (const [what, url, env] of [
    ['hosts of NO_PROXY', 'http://mcp.test/mcp', { NO_PROXY: 'other.test,.test' }],
    ['this machine', undefined, {}],
  ] as const) {
    it(`does not ask it for ${what}`, async () => {
      const { code } = await call(url ?? server.url, { HTTP_PROXY: proxy.url, ...env });
      assert.equal(code === 0, url === undefined);
      assert.deepEqual(proxy.asked, []);
    });
  }
});
