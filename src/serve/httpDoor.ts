// Serves MCP over Streamable HTTP at a port or a socket. Clients of MCP 2024-11-05 to 2025-11-25 have one session each
// and can resume its streams; a request of MCP 2026-07-28 belongs to no session.
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
  type McpServer,
  type Transport,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { boundedServer } from './boundedServer.ts';
import { EventLog } from './eventLog.ts';
import type { Metrics } from './metrics.ts';
import { pageRefusal, refusalOf } from './requestGuard.ts';
import { errorMessage } from '../base/errorMessage.ts';

/** An MCP server for one client, from its first message to its last (MCP 2024-11-05 to 2025-11-25). */
export interface ClientSession {
  /**
   * Serves the client at `transport` until it disconnects or `signal` aborts; the client's open requests are then
   * cancelled.
   */
  serve(transport: Transport, signal: AbortSignal): Promise<void>;
}

/** The MCP server under one path. */
export interface ServedPath {
  /** Creates the server of one connection; `session` is the id of the connection's session. */
  readonly connect: (session: string) => ClientSession | Promise<ClientSession>;
  /** Creates the server of one request of MCP 2026-07-28. */
  readonly forRequest: () => McpServer['server'];
  /** Calls the listener when the tools have changed. Returns the function that removes the listener. */
  readonly onDidChange: (listener: () => void) => () => void;
}

interface HttpDoorOptions {
  /**
   * The address: a port of 127.0.0.1 (0 for any free port); a port of another address, where clients may use any host
   * name for this server; or the path of a socket, which only users with access to its folder can reach.
   */
  readonly at: { readonly port: number; readonly host?: string } | { readonly socket: string };
  /** The token that every client must send. */
  readonly token: string;
  readonly paths: ReadonlyMap<string, ServedPath>;
  /** Counters that are served at `/metrics`; absent if metrics are off. */
  readonly metrics?: Metrics;
  readonly log: (line: string) => void;
}

interface Served extends Pick<ServedPath, 'connect'> {
  readonly handler: McpHttpHandler;
  readonly stopListening: () => void;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  openRequests: number;
  lastUsedAt: number;
}

const mostSessions = 200;
/** Time in milliseconds after which an idle session is closed. A client may leave without ending its session. */
const idleMs = 60 * 60_000;
const sweepMs = 60_000;
/** Maximum size of a request body in bytes. The body of `executeCode` has a script and its arguments. */
const longestBody = 16 * 1024 * 1024;

export class HttpDoor {
  readonly #options: HttpDoorOptions;
  readonly #http: Server;
  readonly #sessions = new Map<string, Session>();
  readonly #served = new Map<string, Served>();
  readonly #closing = new AbortController();
  readonly #sweep: NodeJS.Timeout;

  /** Starts to listen. Rejects if the port is in use or the socket cannot be created. */
  static async listen(options: HttpDoorOptions): Promise<HttpDoor> {
    const door = new HttpDoor(options);
    if ('socket' in options.at) door.#http.listen(options.at.socket);
    else door.#http.listen(options.at.port, options.at.host ?? '127.0.0.1');
    await once(door.#http, 'listening');
    // An error such as too many open files affects one connection; the next connection may succeed.
    door.#http.on('error', (error) => options.log(`A connection failed: ${error.message}`));
    return door;
  }

  private constructor(options: HttpDoorOptions) {
    this.#options = options;
    const onerror = ({ message }: Error) => options.log(`MCP client: ${message}`);
    for (const [path, { connect, forRequest, onDidChange }] of options.paths) {
      // The SDK sends keep-alive messages on an SSE stream. Without them, a proxy would end a script that is silent for
      // long.
      const handler = createMcpHandler(forRequest, {
        legacy: 'reject',
        responseMode: 'sse',
        maxRequestBodySize: longestBody,
        onerror,
      });
      this.#served.set(path, {
        connect,
        handler,
        stopListening: onDidChange(() => handler.notify.toolsChanged()),
      });
    }
    this.#http = boundedServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        options.log(`A request failed: ${errorMessage(error)}`);
        if (!response.headersSent) refuse(response, 500, 'The request failed; the log has the reason.');
        else response.destroy();
      });
    });
    this.#sweep = setInterval(() => this.#endIdle(), sweepMs).unref();
  }

  /** The port; undefined if the server listens at a socket. */
  get port(): number | undefined {
    const address = this.#http.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** Ends all sessions and requests, and the scripts that they run. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    this.#closing.abort();
    for (const { stopListening } of this.#served.values()) stopListening();
    const handlers = [...this.#served.values()].map(({ handler }) => handler.close());
    await Promise.all([
      ...handlers,
      ...[...this.#sessions.values()].map(({ transport }) => transport.close()),
    ]);
    this.#http.close();
    this.#http.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname = '/'] = (request.url ?? '/').split('?');
    const { at, metrics, token } = this.#options;
    const served = this.#served.get(pathname);
    const port = 'host' in at ? undefined : this.port;
    const isHealth = pathname === '/healthz';
    const refusal = isHealth
      ? pageRefusal(request.headers, port)
      : refusalOf(request.headers, { port, token });
    if (refusal) refuse(response, refusal.status, refusal.message);
    else if (isHealth) print(response, 'ok\n');
    else if (pathname === '/metrics' && metrics) print(response, metrics.text(this.#sessions.size));
    else if (served) await this.#serve(served, request, response);
    else refuse(response, 404, `MCP is at ${[...this.#served.keys()].join(' and ')}.`);
  }

  async #serve(
    { connect, handler }: Served,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (session) {
      session.openRequests += 1;
      response.once('close', () => {
        session.openRequests -= 1;
        session.lastUsedAt = performance.now();
      });
    }
    const waits = request.method === 'GET' || request.headers['mcp-method'] === 'subscriptions/listen';
    const fetch = async (web: Request): Promise<Response> => {
      if (session) return streamed(await session.transport.handleRequest(web), web.signal, waits);
      const body = await jsonOf(web);
      if (!(await isLegacyRequest(web, body)))
        return streamed(await handler.fetch(web, { parsedBody: body }), web.signal, waits);
      if (id !== undefined)
        return Response.json(refusal('This session is over. Initialize a new one.'), { status: 404 });
      return this.#begin(connect, web, body);
    };
    const onerror = (error: Error) => this.#options.log(`A request failed: ${errorMessage(error)}`);
    // Requests are answered with event streams, and some clients name these alone or any type.
    const { accept = '*/*' } = request.headers;
    if (/text\/event-stream|\*\/\*/.test(accept))
      request.headers.accept = 'application/json, text/event-stream';
    const handle = toNodeHandler({ fetch }, { maxRequestBodySize: longestBody, onerror });
    // The members of the Node request that the adapter reads are always present.
    await handle(request as Parameters<typeof handle>[0], response);
  }

  /** Serves the first request of a client. A request other than `initialize` gets an error and no session. */
  async #begin(connect: ServedPath['connect'], request: Request, parsedBody: unknown): Promise<Response> {
    if (this.#sessions.size >= mostSessions) await this.#endLongestIdle();
    if (this.#sessions.size >= mostSessions) {
      const why = `This server has ${mostSessions} clients at work, which is the most.`;
      return Response.json(refusal(why), { status: 503 });
    }
    const id = randomUUID();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () =>
        void this.#sessions.set(id, { transport, openRequests: 0, lastUsedAt: performance.now() }),
      eventStore: new EventLog(),
      maxRequestBodySize: longestBody,
    });
    const server = await connect(id);
    const served = server.serve(transport, this.#closing.signal);
    const failed = (error: unknown) => this.#options.log(`A session failed: ${errorMessage(error)}`);
    void served.catch(failed).finally(() => this.#sessions.delete(id));
    const answer = await transport.handleRequest(request, { parsedBody });
    if (!this.#sessions.has(id)) await transport.close();
    return answer;
  }

  /**
   * Closes the session that has been idle for the longest time. Most clients leave without ending their session; a
   * client that returns gets status 404 and initializes again.
   */
  async #endLongestIdle(): Promise<void> {
    const idle = [...this.#sessions].filter(([, { openRequests }]) => openRequests === 0);
    const [longest] = idle.sort(([, a], [, b]) => a.lastUsedAt - b.lastUsedAt);
    if (!longest) return;
    const [id, { transport }] = longest;
    // The session's server takes some time to end, and the new client can use its slot at once.
    this.#sessions.delete(id);
    await transport.close();
  }

  #endIdle(): void {
    for (const { transport, openRequests, lastUsedAt } of this.#sessions.values()) {
      if (openRequests === 0 && performance.now() - lastUsedAt > idleMs) void transport.close();
    }
  }
}

function print(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
}

/**
 * Returns a stream of events that ends when `gone` aborts, because the client has disconnected: the SDK's adapter
 * notices that only with the next event, and until then the transport refuses a client that comes back for the stream.
 * The adapter also sends the headers with the first event, so a stream on which a client waits for changes begins with
 * a comment. Responses to tool calls do not: a client of the SDK detects the end of a process only if the process sent
 * no headers, and otherwise waits until its own timeout.
 */
function streamed(response: Response, gone: AbortSignal, waits: boolean): Response {
  if (response.headers.get('content-type') !== 'text/event-stream') return response;
  const events = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => (waits ? controller.enqueue(Buffer.from(':\n\n')) : undefined),
  });
  return new Response(response.body?.pipeThrough(events, { signal: gone }), response);
}

/**
 * Parses the body; undefined if the request has no body or the body is not JSON. The SDK's transport reports that
 * error.
 */
async function jsonOf(request: Request): Promise<unknown> {
  return request.body === null
    ? undefined
    : await request
        .clone()
        .json()
        .catch(() => undefined);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  if (status === 401) response.setHeader('www-authenticate', 'Bearer');
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal(message)));
}

function refusal(message: string): object {
  return { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
}
