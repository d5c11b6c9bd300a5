// Tests the command in an environment with a proxy, only through the command line.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { ForwardProxy } from '../fakes/forwardProxy.ts';
import { ScriptedHttpServer } from '../mcp/scriptedHttpServer.ts';
import { answerText, scriptedMcp } from '../mcp/scriptedMcp.ts';
import { TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { openedForEach } from '../fakes/opened.ts';

describe('code-mode behind a proxy', () => {
  const server = openedForEach(() => ScriptedHttpServer.start(scriptedMcp({ tools: ['answer'] })));
  const proxy = openedForEach(() => ForwardProxy.start(server.url));

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

  it('says with which status a proxy refuses the connection to a server', async () => {
    const closed = createServer().on('connect', (_request, socket) =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    );
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const { port } = closed.address() as AddressInfo;
    const { stderr } = await call('https://mcp.test/mcp', { HTTPS_PROXY: `http://127.0.0.1:${port}` });
    closed.close();
    assert.match(stderr, /https:\/\/mcp\.test\/mcp: the proxy answered 407 Proxy Authentication Required\./);
  });

  fullTest('takes a proxy without a scheme, and for every kind of server', async () => {
    const { code } = await call('http://mcp.test/mcp', { all_proxy: proxy.url.replace('http://', '') });
    assert.equal(code, 0);
    assert.equal(proxy.asked[0], 'POST http://mcp.test/mcp');
  });

  fullTest('tells the proxy the name and the password of its URL', async () => {
    await call('http://mcp.test/mcp', { http_proxy: proxy.url.replace('//', '//ada:p%40ss@') });
    assert.equal(proxy.authorizations[0], `Basic ${Buffer.from('ada:p@ss').toString('base64')}`);
  });

  fullTest('asks for a tunnel to a server on https', async () => {
    // The tunnel leads to a server without TLS: that it was asked for is what counts.
    await call('https://mcp.test/mcp', { HTTPS_PROXY: proxy.url });
    assert.equal(proxy.asked[0], 'CONNECT mcp.test:443');
  });

  for (const [what, url, env] of [
    ['hosts of NO_PROXY', 'http://mcp.test/mcp', { NO_PROXY: 'other.test,.test' }],
    ['this machine', undefined, {}],
  ] as const) {
    fullTest(`does not ask it for ${what}`, async () => {
      const { code } = await call(url ?? server.url, { HTTP_PROXY: proxy.url, ...env });
      assert.equal(code === 0, url === undefined);
      assert.deepEqual(proxy.asked, []);
    });
  }
});

it("waits longer for an answer than Node's fetch does without a proxy", async () => {
  const before = getGlobalDispatcher();
  const nodes = new Agent({ headersTimeout: 10, bodyTimeout: 10 });
  setGlobalDispatcher(nodes);
  const server = await ScriptedHttpServer.start(
    scriptedMcp({
      tools: ['answer'],
      call: (call) => void delay(1_500).then(() => answerText(call, 'late')),
    }),
  );
  try {
    using folder = await TestFolder.with({ 'mcp.json': { servers: { web: { url: server.url } } } });
    const args = ['run', '--type-check', 'off', '--config', 'mcp.json', '--allow-writes', '-'];
    const { stdout } = await folder.codeMode(args, 'return await tools.web.answer()');
    assert.match(stdout, /late/);
  } finally {
    setGlobalDispatcher(before);
    await nodes.close();
    await server.close();
  }
});
