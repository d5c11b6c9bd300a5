// MCP over Streamable HTTP on this machine (MCP 2025-11-25, "Transports"), at a port or a socket: a session for each client, which can
// resume its streams.
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { boundedServer } from './boundedServer.ts';
import type { ClientSession } from './clientSession.ts';
import { EventLog } from './eventLog.ts';
import type { Metrics } from './metrics.ts';
import { pageRefusal, refusalOf } from './requestGuard.ts';
import { errorMessage } from '../base/errorMessage.ts';

type NewServer = (session: string) => ClientSession | Promise<ClientSession>;

interface HttpDoorOptions {
  /** A port of 127.0.0.1, 0 for any that is free; or where to make a socket, which only those who enter its folder can reach. */
  readonly at: { readonly port: number } | { readonly socket: string };
  /** Of every client. */
  readonly token: string;
  /** By the path of their requests. Each makes a server for one client; `session` is its own. */
  readonly servers: ReadonlyMap<string, NewServer>;
  /** Where they are asked for. */
  readonly metrics?: Metrics;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

interface Session {
  readonly transport: StreamableHTTPServerTransport;
  openRequests: number;
  lastUsedAt: number;
}

const mostSessions = 200;
/** A client that left without a word has no more requests. */
const idleMs = 60 * 60_000;
const sweepMs = 60_000;
/** A script, with its arguments. */
const longestBody = 16 * 1024 * 1024;

export class HttpDoor {
  readonly #options: HttpDoorOptions;
  readonly #http: Server;
  readonly #sessions = new Map<string, Session>();
  readonly #closing = new AbortController();
  readonly #sweep: NodeJS.Timeout;

  /** Rejects where the port is taken, or no socket can be made. */
  static async listen(options: HttpDoorOptions): Promise<HttpDoor> {
    const door = new HttpDoor(options);
    if ('socket' in options.at) door.#http.listen(options.at.socket);
    else door.#http.listen(options.at.port, '127.0.0.1');
    await once(door.#http, 'listening');
    // Such as too many open files; the next connection may do better.
    door.#http.on('error', (error) => options.log(`A connection failed: ${error.message}`));
    return door;
  }

  private constructor(options: HttpDoorOptions) {
    this.#options = options;
    this.#http = boundedServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        options.log(`A request failed: ${errorMessage(error)}`);
        if (!response.headersSent) refuse(response, 500, 'The request failed; the log has the reason.');
        else response.destroy();
      });
    });
    this.#sweep = setInterval(() => this.#endIdle(), sweepMs).unref();
  }

  /** Undefined at a socket. */
  get port(): number | undefined {
    const address = this.#http.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** Ends all sessions and their scripts. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    this.#closing.abort();
    await Promise.all([...this.#sessions.values()].map(({ transport }) => transport.close()));
    this.#http.close();
    this.#http.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [pathname] = (request.url ?? '/').split('?');
    const { port } = this;
    const { metrics, servers, token } = this.#options;
    const isHealth = pathname === '/healthz';
    const refusal = isHealth ? pageRefusal(request.headers, port) : refusalOf(request.headers, { port, token });
    const newServer = servers.get(pathname ?? '/');
    if (refusal) refuse(response, refusal.status, refusal.message);
    else if (isHealth) print(response, 'ok\n');
    else if (pathname === '/metrics' && metrics) print(response, metrics.text(this.#sessions.size));
    else if (newServer) await this.#serve(newServer, request, response);
    else refuse(response, 404, `MCP is at ${[...servers.keys()].join(' and ')}.`);
  }

  async #serve(newServer: NewServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    if (id === undefined) {
      await this.#begin(newServer, request, response);
      return;
    }
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    if (!session) {
      refuse(response, 404, 'This session is over. Initialize a new one.');
      return;
    }
    session.openRequests += 1;
    response.once('close', () => {
      session.openRequests -= 1;
      session.lastUsedAt = performance.now();
    });
    await session.transport.handleRequest(request, response);
  }

  /** The first request of a client; any other than `initialize` gets an error, and no session. */
  async #begin(newServer: NewServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#sessions.size >= mostSessions) await this.#endLongestIdle();
    if (this.#sessions.size >= mostSessions) {
      refuse(response, 503, `This server has ${mostSessions} clients at work, which is the most.`);
      return;
    }
    const id = randomUUID();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void this.#sessions.set(id, { transport, openRequests: 0, lastUsedAt: performance.now() }),
      eventStore: new EventLog(),
      maxRequestBodySize: longestBody,
    });
    const server = await newServer(id);
    const served = server.serve(transport, this.#closing.signal);
    const failed = (error: unknown) => this.#options.log(`A session failed: ${errorMessage(error)}`);
    void served.catch(failed).finally(() => this.#sessions.delete(id));
    await transport.handleRequest(request, response);
    if (!this.#sessions.has(id)) await transport.close();
  }

  /** Most clients leave without a word; one that comes back gets 404, and initializes again. */
  async #endLongestIdle(): Promise<void> {
    const idle = [...this.#sessions].filter(([, { openRequests }]) => openRequests === 0);
    const [longest] = idle.sort(([, a], [, b]) => a.lastUsedAt - b.lastUsedAt);
    if (!longest) return;
    const [id, { transport }] = longest;
    // Its server takes a while to end, and the new client has its place now.
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

function refuse(response: ServerResponse, status: number, message: string): void {
  const headers = { 'content-type': 'application/json', ...(status === 401 && { 'www-authenticate': 'Bearer' }) };
  response.writeHead(status, headers).end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }));
}
