// Serves the real server-everything over HTTP in this process, so that a command that uses it starts no process.
import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { hangUp, listen } from '../fakes/listen.ts';

interface Everything {
  readonly createServer: () => { readonly server: McpServer; readonly cleanup: (session?: string) => void };
}

export class EverythingHere implements AsyncDisposable {
  readonly #http: Server;
  readonly url: string;

  private constructor(http: Server, port: number) {
    this.#http = http;
    this.url = `http://127.0.0.1:${port}/mcp`;
  }

  static async start(): Promise<EverythingHere> {
    const module = import.meta.resolve('@modelcontextprotocol/server-everything/dist/server/index.js');
    const { createServer } = (await import(module)) as Everything;
    const sessions = new Map<string, StreamableHTTPServerTransport>();
    const begin = async (): Promise<StreamableHTTPServerTransport> => {
      const { server, cleanup } = createServer();
      const transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, transport),
        onsessionclosed: (id) => cleanup(id),
      });
      await server.connect(transport);
      return transport;
    };
    const http = createHttpServer((request, response) => {
      const known = sessions.get(String(request.headers['mcp-session-id']));
      void Promise.resolve(known ?? begin()).then((transport) => transport.handleRequest(request, response));
    });
    return new EverythingHere(http, await listen(http));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return hangUp(this.#http);
  }
}
