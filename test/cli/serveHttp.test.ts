// Tests `code-mode serve --http` in this process from the view of the SDK's client, of a page in a browser and of a
// program of another user.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, realpath, stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { config, servers, TestFolder } from './codeMode.ts';
import { serveHttp, spawnServeHttp, type ServedHttp } from './servedHttp.ts';
import { freePort } from '../fakes/listen.ts';
import { fullTest } from '../fakes/everyTest.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
/** The headers of a request of MCP that need no token. */
const ofMcp = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };

describe('code-mode serve --http', () => {
  let folder: TestFolder;
  let door: ServedHttp;
  let [url, token] = ['', ''];

  before(async () => {
    folder = await TestFolder.with({ 'mcp.json': servers });
    door = await serveHttp(folder);
    ({ url, token } = door);
  });
  after(async () => {
    await door.end();
    folder[Symbol.dispose]();
  });

  const connect = async (to = url, bearer = token): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(to), {
      requestInit: { headers: { authorization: `Bearer ${bearer}` } },
    });
    await client.connect(transport);
    return client;
  };
  const execute = async (client: Client, code: string) => {
    const { content } = (await client.callTool({
      name: 'executeCode',
      arguments: { code },
    })) as CallToolResult;
    return content[0]?.type === 'text' ? content[0].text : '';
  };
  /**
   * Returns the status of an answer to a request with a `Host` header of the test's choice, which `fetch` does not
   * send.
   */
  const statusOf = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<number | undefined> => {
    const sent = httpRequest(url, {
      path,
      method: body ? 'POST' : 'GET',
      headers: { ...ofMcp, ...headers },
    });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.destroy();
    return response.statusCode;
  };
  const bearer = () => ({ authorization: `Bearer ${token}` });

  it('runs scripts that call tools', async () => {
    const client = await connect();
    assert.match(await execute(client, 'return await tools.everything.getSum({ a: 2, b: 3 })'), /\b5\b/);
    await client.close();
  });

  it('counts runs and calls in /metrics', async () => {
    const client = await connect();
    await execute(client, 'return await tools.everything.getSum({ a: 2, b: 3 })');
    await client.close();
    const text = await (await fetch(new URL('/metrics', url), { headers: bearer() })).text();
    assert.match(text, /^code_mode_runs_total\{outcome="done"\} [1-9]/m);
    assert.match(text, /^code_mode_calls_total\{server="everything",state="finished"\} [1-9]/m);
  });

  it('says in /healthz that it is there, without the token', async () =>
    assert.equal(await statusOf('/healthz', {}), 200));

  it('ends a session that its client deletes', async () => {
    const client = await connect();
    const transport = client.transport as StreamableHTTPClientTransport; // of connect
    const session = { ...bearer(), 'mcp-session-id': transport.sessionId ?? '' };
    await transport.terminateSession();
    assert.equal(await statusOf('/mcp', session, { jsonrpc: '2.0', id: 1, method: 'ping' }), 404);
    await client.close();
  });

  describe('lets in', () => {
    it('no request without the token', async () => assert.equal(await statusOf('/mcp', {}, initialize), 401));
    it('no name that was made to lead here', async () => {
      assert.equal(await statusOf('/mcp', { ...bearer(), host: 'evil.example.com' }, initialize), 403);
    });
    it('no page to /healthz', async () =>
      assert.equal(await statusOf('/healthz', { origin: 'https://example.com' }), 403));
    it('no path that is no address', async () => assert.equal(await statusOf('//', {}), 401));
    it('no request to /metrics without the token', async () =>
      assert.equal(await statusOf('/metrics', {}), 401));
  });

  if (process.platform !== 'win32') {
    it('keeps its token where only its owner can read it', async () =>
      assert.equal((await stat(door.tokenFile)).mode & 0o777, 0o600));
  }

  it('prints its token nowhere', async () => {
    const { stdout, stderr } = await (await serveHttp(folder)).end();
    assert.ok(!`${stdout}${stderr}`.includes(token));
  });

  describe('that is started again', () => {
    const running: ServedHttp[] = [];
    const start = async (...options: readonly string[]): Promise<ServedHttp> => {
      const started = await serveHttp(folder, 0, [...config, ...options]);
      running.push(started);
      return started;
    };
    const endAll = async () => {
      for (const each of running.splice(0)) await each.end();
    };
    afterEach(endAll);

    const wasTaken = async ({ url: at, token: given }: ServedHttp, before: string) => {
      const post = (bearer: string) =>
        fetch(at, {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, ...ofMcp },
          body: JSON.stringify(initialize),
        }).then(async (response) => [await response.body?.cancel(), response.status][1]);
      return [await post(given), await post(before)];
    };

    it('takes the token of this start alone, which is in no file once it has ended', async () => {
      const first = await start();
      await endAll();
      const second = await start();
      assert.deepEqual(await wasTaken(second, first.token), [200, 401]);
      await endAll();
      for (const { tokenFile } of [first, second]) await assert.rejects(stat(tokenFile), { code: 'ENOENT' });
    });

    it('takes the token of --token-file again, which stays there', async () => {
      const first = await start('--token-file', 'own-token');
      await endAll();
      const second = await start('--token-file', 'own-token');
      assert.deepEqual(await wasTaken(second, first.token), [200, 200]);
      await endAll();
      assert.equal(second.tokenFile, join(await realpath(folder.path), 'own-token'));
    });

    it('publishes no token where another program has the port', async () => {
      const taken = Number(new URL(url).port);
      const { code, stderr } = await folder.codeMode(['serve', '--http', '--port', String(taken), ...config]);
      assert.deepEqual([code, /the address cannot be used: .*EADDRINUSE/.test(stderr)], [2, true]);
      assert.equal((await readFile(door.tokenFile, 'utf8')).trim(), token);
    });
  });

  it('ends at SIGTERM with its sessions and servers', async () => {
    assert.equal((await (await spawnServeHttp(folder)).end()).code, 143);
  });

  fullTest('serves fifty clients at once, each with a store of its own', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => connect()));
    await Promise.all(
      clients.map((client, index) => execute(client, `await codemode.store.set("mine", ${index})`)),
    );
    const kept = await Promise.all(
      clients.map((client) => execute(client, 'return await codemode.store.get("mine")')),
    );
    assert.deepEqual(
      kept,
      Array.from({ length: 50 }, (_, index) => String(index)),
    );
    await Promise.all(clients.map((client) => client.close()));
  });

  fullTest('leaves itself out where it is one of the servers that it reads', async () => {
    const port = await freePort();
    const mirror = { url: `http://localhost:${port}/mcp`, headers: { Authorization: `Bearer ${token}` } };
    await folder.write('mirror.json', { servers: { ...servers.servers, mirror } });
    const served = await serveHttp(folder, port, ['--config', 'mirror.json']);
    const client = await connect(served.url, served.token);
    const { tools } = await client.listTools();
    await client.close();
    const { stderr } = await served.end();
    assert.match(tools[0]?.description ?? '', /tools\.everything\./);
    assert.doesNotMatch(JSON.stringify(tools), /mirror/);
    assert.match(stderr, /server "mirror"[^]*its\s+own\s+tools/);
  });
});
