// Creates HTTP servers that limit the number of connections and the time in which a connection may stay silent. A
// connection needs no token and takes a file descriptor of this process, so any local program could otherwise use up
// the descriptors.
import { createServer, type RequestListener, type Server } from 'node:http';

/** Time in milliseconds for the headers of a request. A client on this machine sends them at once. */
const headersMs = 10_000;
/** Maximum number of connections: five for each client that the HTTP server for MCP accepts. */
const mostConnections = 1_000;

/**
 * Creates a server that closes a connection whose request headers are not complete after `firstMs` milliseconds. Node's
 * own limits apply to a whole request body (five minutes) and to the time between requests (five seconds). The time for
 * a response is not limited.
 */
export function boundedServer(listener: RequestListener, firstMs = headersMs): Server {
  const server = createServer(
    { headersTimeout: firstMs, connectionsCheckingInterval: firstMs / 2 },
    listener,
  );
  server.maxConnections = mostConnections;
  return server;
}
