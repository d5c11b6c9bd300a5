// Tests the limits of the HTTP server, over sessions that only answer pings.
import { McpServer } from '@modelcontextprotocol/server';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { HttpDoor, type ClientSession } from '../../../src/serve/httpDoor.ts';
import { fullTest } from '../../fakes/everyTest.ts';

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
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

const newMcpServer = () => new McpServer({ name: 'test', version: '1' }).server;

describe('the HTTP door', () => {
  let door: HttpDoor;
  let url: string;
  /** Each client, until it is gone. */
  let served: Promise<void>[];
  /** Resolves when pings are answered. */
  let answered: Promise<unknown>;

  beforeEach(async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    served = [];
    answered = Promise.resolve();
    const newServer = (): ClientSession => ({
      serve: (transport, signal) => {
        const server = newMcpServer();
        server.setRequestHandler('ping', () => answered.then(() => ({})));
        const { promise, resolve } = Promise.withResolvers<undefined>();
        server.onclose = () => resolve(undefined);
        signal.addEventListener('abort', () => void server.close());
        served.push(promise);
        return server.connect(transport).then(() => promise);
      },
    });
    const path = { connect: newServer, forRequest: newMcpServer, onDidChange: () => () => undefined };
    door = await HttpDoor.listen({
      at: { port: 0 },
      token,
      paths: new Map([['/mcp', path]]),
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

  it('reads a request of a megabyte', async () => {
    assert.equal((await post('x'.repeat(1024 * 1024))).status, 400);
  });

  it('reads no request that says it is larger', async () => {
    const sent = httpRequest(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': 16 * 1024 * 1024 + 1 },
    });
    sent.flushHeaders();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.destroy();
    assert.equal(response.statusCode, 413);
  });

  it('answers clients that accept only event streams, or any type', async () => {
    for (const accept of ['text/event-stream', '*/*']) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, accept },
        body: initialize,
      });
      assert.equal(response.status, 200);
      await response.text();
    }
  });

  it('answers who waits for changes at once, although there are none', async () => {
    const stream = await fetch(url, { headers: { ...headers, 'mcp-session-id': await begin() } });
    assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'text/event-stream']);
    await stream.body?.cancel();
  });

  /** Opens a stream whose connection is lost; the server learns of the loss a little later than this process. */
  const openAgain = async (session: string, lastEvent?: string): Promise<Response> => {
    const from = {
      'mcp-session-id': session,
      ...(lastEvent !== undefined && { 'last-event-id': lastEvent }),
    };
    const open = () => fetch(url, { headers: { ...headers, ...from } });
    let again = await open();
    for (let tries = 0; again.status === 409 && tries < 100; tries += 1) again = await open();
    assert.equal(again.status, 200);
    return again;
  };

  it('gives a client its stream again as soon as the connection is lost', async () => {
    const session = await begin();
    const stream = await fetch(url, { headers: { ...headers, 'mcp-session-id': session } });
    await stream.body?.cancel();
    await (await openAgain(session)).body?.cancel();
  });

  it('sends again what a client lost with its connection', async () => {
    const session = await begin();
    const [, id = ''] = /^id: (\S+)/.exec(await (await post(ping, session)).text()) ?? [];
    const again = await openAgain(session, id);
    assert.match(await again.text(), /^data: \{"result":\{\},"jsonrpc":"2\.0","id":1\}$/m);
  });

  it('answers a client that lost its connection before its answer was there', async () => {
    const session = await begin();
    const held = Promise.withResolvers<undefined>();
    answered = held.promise;
    const lost = (await post(ping, session)).body?.getReader();
    const [, id = ''] = /^id: (\S+)/.exec(Buffer.from((await lost?.read())?.value ?? []).toString()) ?? [];
    await lost?.cancel();
    const again = await openAgain(session, id);
    held.resolve(undefined);
    assert.match(await again.text(), /^data: \{"result":\{\},"jsonrpc":"2\.0","id":1\}$/m);
  });

  it('forgets a client without requests for an hour, and no other', async () => {
    const [idle, used] = [await begin(), await begin()];
    const start = performance.now();
    const now = mock.method(performance, 'now', () => start + 59 * 60_000);
    assert.equal((await post(ping, used)).status, 200);
    now.mock.mockImplementation(() => start + 61 * 60_000);
    mock.timers.tick(60_000);
    await served[0];
    assert.deepEqual([(await post(ping, idle)).status, (await post(ping, used)).status], [404, 200]);
  });

  fullTest('reads a request of 16 MB', async () => {
    assert.equal((await post('x'.repeat(16 * 1024 * 1024))).status, 400);
  });

  fullTest('closes a connection over which nothing comes within half a minute', async () => {
    const begun = performance.now();
    const silent = connect(door.port ?? 0, '127.0.0.1').resume();
    await once(silent, 'close');
    assert.ok(performance.now() - begun < 30_000);
  });

  fullTest('takes a new client for the one that was idle longest when there are two hundred', async () => {
    const first = await begin();
    for (let others = 0; others < 200; others++) await begin();
    assert.deepEqual(
      [(await post(ping, first)).status, (await post(ping, await begin())).status],
      [404, 200],
    );
  });

  fullTest('takes no client beside two hundred that are at work', async () => {
    const streams = await Promise.all(
      Array.from({ length: 200 }, async () =>
        fetch(url, { headers: { ...headers, 'mcp-session-id': await begin() } }),
      ),
    );
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]));
    assert.equal((await post(initialize)).status, 503);
  });
});
