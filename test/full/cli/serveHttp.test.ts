// `code-mode serve --http` in this process, as the SDK's client, a page of a browser and a program of another user
// meet it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { freePort } from '../../mcp/scriptedHttpServer.ts';
import { config, servers, TestFolder } from '../../cli/codeMode.ts';
import { serveHttp, type ServedHttp } from '../../cli/servedHttp.ts';

const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

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
  /** The status of an answer; with a `Host` of the caller's, which `fetch` does not send. */
  const statusOf = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<number | undefined> => {
    const sent = httpRequest(url, {
      path,
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
    });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.destroy();
    return response.statusCode;
  };
  const bearer = () => ({ authorization: `Bearer ${token}` });

  it('serves fifty clients at once, each with a store of its own', async () => {
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

  it('takes a new client for the one that was idle longest when there are two hundred', async () => {
    const begin = async () => {
      const headers = {
        ...bearer(),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      };
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(initialize) });
      assert.equal(response.status, 200, await response.text());
      return { ...bearer(), 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
    };
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const first = await begin();
    for (let others = 0; others < 200; others++) await begin();
    assert.deepEqual(
      [await statusOf('/mcp', first, ping), await statusOf('/mcp', await begin(), ping)],
      [404, 200],
    );
  });

  if (process.platform !== 'win32') {
    it('does not start with a token that others can read', async () => {
      await folder.write('open-token', 'x'.repeat(40));
      const { code, stderr } = await folder.spawned([
        'serve',
        '--http',
        '--port',
        '0',
        '--token-file',
        'open-token',
        ...config,
      ]);
      assert.equal(code, 2);
      assert.match(stderr, /others can read it/);
    });
  }

  it('leaves itself out where it is one of the servers that it reads', async () => {
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
