// Starts and stops servers of tests: they listen only on this machine, on a free port, and close all connections after
// the test.
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Resolves with the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  // Node closes a connection after 5 seconds without a request, and on a busy machine the next request may arrive at
  // that moment.
  if (server instanceof HttpServer) server.keepAliveTimeout = 0;
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a listening TCP server has one
}

/** Returns a port on which no process listens. */
export async function freePort(): Promise<number> {
  const server = new HttpServer();
  const port = await listen(server);
  await hangUp(server);
  return port;
}

/** Closes the server with all open connections. */
export async function hangUp(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
