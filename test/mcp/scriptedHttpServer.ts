// An HTTP server on 127.0.0.1 and a free port whose every answer a test writes.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers every request with `listener`. */
export class ScriptedHttpServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  }

  static async start(listener: RequestListener): Promise<ScriptedHttpServer> {
    const server = createServer(listener);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedHttpServer(server);
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

export async function freePort(): Promise<number> {
  const server = await ScriptedHttpServer.start(() => undefined);
  await server.close();
  return Number(new URL(server.url).port);
}
