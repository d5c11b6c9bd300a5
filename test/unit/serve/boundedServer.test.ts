import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { boundedServer } from '../../../src/serve/boundedServer.ts';
import { eventually } from '../../sandbox/sandboxProcesses.ts';

const request = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

describe('a server of this machine', () => {
  let server: Server;
  const sockets: Socket[] = [];

  /** Headers have `firstMs` to come. */
  const listen = async (listener: RequestListener, firstMs?: number) => {
    server = boundedServer(listener, firstMs).listen(0, '127.0.0.1');
    await once(server, 'listening');
  };
  /** A connection that has sent `text`. */
  const sending = async (text: string): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1'); // it listens
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const closed = (socket: Socket) => once(socket.resume(), 'close');

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['no end of its request', 'POST / HT'],
    ['no end of its headers', 'POST / HTTP/1.1\r\nhost: a\r\n'],
  ] as const) {
    it(`closes a connection that sends ${what}`, async () => {
      await listen(() => assert.fail('There is no request.'), 100);
      await closed(await sending(text));
    });
  }

  it('leaves an answer all the time that it takes, also one that says nothing meanwhile', async () => {
    const asked = Promise.withResolvers<Parameters<RequestListener>[1]>();
    await listen((_request, response) => asked.resolve(response), 100);
    const socket = await sending(request);
    const response = await asked.promise;
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    // Twice as long as silence is let pass.
    for (let turn = 0; turn < 2; turn += 1) await closed(await sending(''));
    response.writeHead(200).write('first');
    for (let turn = 0; turn < 2; turn += 1) await closed(await sending(''));
    response.end('last');
    await closed(socket);
    assert.match(text, /first[^]*last/);
  });

  it('takes no more connections than a thousand, and another one when one is gone', async () => {
    await listen((_request, response) => response.end('ok'));
    const first = await sending('');
    await Promise.all(Array.from({ length: 999 }, () => sending('')));
    const refused = await sending('');
    await closed(refused);
    first.destroy();
    const connections = promisify(server.getConnections.bind(server));
    await eventually(connections, (count) => count === 999);
    const [answer] = (await once(await sending(request), 'data')) as [Buffer];
    assert.match(String(answer), /^HTTP\/1\.1 200 /);
  });
});
