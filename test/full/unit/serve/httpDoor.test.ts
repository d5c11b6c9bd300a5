// The large bounds of the HTTP door: two hundred clients, and a request of 16 MB.
import { McpServer } from '@modelcontextprotocol/server';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { serveUntilClosed, type ClientSession } from '../../../../src/serve/clientSession.ts';
import { HttpDoor } from '../../../../src/serve/httpDoor.ts';

const token = 'a-token-of-this-server';
const headers = {
  authorization: `Bearer ${token}`,
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-11-25',
};
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

const newMcpServer = () => new McpServer({ name: 'test', version: '1' }).server;

describe('the HTTP door', () => {
  let door: HttpDoor;
  let url: string;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    const newServer = (): ClientSession => ({
      serve: (transport, signal) => serveUntilClosed(newMcpServer(), transport, signal, () => undefined),
    });
    const served = { connect: newServer, forRequest: newMcpServer, onDidChange: () => () => undefined };
    door = await HttpDoor.listen({
      at: { port: 0 },
      token,
      paths: new Map([['/mcp', served]]),
      log: () => undefined,
    });
    url = `http://127.0.0.1:${door.port}/mcp`;
  });
  afterEach(async () => {
    await door.close();
    mock.reset();
    mock.timers.reset();
  });

  const post = (body: string, session?: string) =>
    fetch(url, {
      method: 'POST',
      headers: { ...headers, ...(session !== undefined && { 'mcp-session-id': session }) },
      body,
    });
  const begin = async (): Promise<string> => {
    const response = await post(initialize);
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };

  it('reads a request of 16 MB', async () => {
    assert.equal((await post('x'.repeat(16 * 1024 * 1024))).status, 400);
  });

  it('closes a connection over which nothing comes within half a minute', async () => {
    const begun = performance.now();
    const silent = connect(door.port ?? 0, '127.0.0.1').resume();
    await once(silent, 'close');
    assert.ok(performance.now() - begun < 30_000);
  });

  it('takes no client beside two hundred that are at work', async () => {
    const streams = await Promise.all(
      Array.from({ length: 200 }, async () =>
        fetch(url, { headers: { ...headers, 'mcp-session-id': await begin() } }),
      ),
    );
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
    assert.equal((await post(initialize)).status, 503);
  });
});
