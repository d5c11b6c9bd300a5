// Servers that tests write listen on this machine alone, at a port that is free, and hang up when the test is over.
import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Resolves to the port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  // Node hangs up after 5 seconds without a request, which on a busy machine is in the moment of the next.
  if (server instanceof HttpServer) server.keepAliveTimeout = 0;
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port; // a listening TCP server has one
}

/** Closes the server, with every connection that is still open. */
export async function hangUp(server: HttpServer): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
