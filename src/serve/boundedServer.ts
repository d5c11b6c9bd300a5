// The HTTP servers of this machine's doors, whose connections are bounded in number and in how long they say nothing. Who connects needs no
// token for that, and each connection holds a file of this process.
import { createServer, type RequestListener, type Server } from 'node:http';

/** The first byte of a request and the end of its headers come at once from a client of this machine. */
const headersMs = 10_000;
/** Five for each of the clients that the door for MCP takes. */
const mostConnections = 1_000;

/**
 * Closes a connection whose request has no whole headers in time; Node's own limits are the time for a whole body (five minutes) and that
 * between requests (five seconds). An answer may take as long as it likes. `firstMs`: the time for headers.
 */
export function boundedServer(listener: RequestListener, firstMs = headersMs): Server {
  const server = createServer({ headersTimeout: firstMs, connectionsCheckingInterval: firstMs / 2 }, listener);
  server.maxConnections = mostConnections;
  return server;
}
