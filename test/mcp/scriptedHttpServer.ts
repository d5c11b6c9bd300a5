// An HTTP server on 127.0.0.1 and a free port whose answers a test writes.
import { createServer, type RequestListener, type Server } from 'node:http';
import { hangUp, listen } from '../fakes/listen.ts';

/** Answers every request with `listener`. */
export class ScriptedHttpServer {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/mcp`;
  }

  static async start(listener: RequestListener): Promise<ScriptedHttpServer> {
    const server = createServer(listener);
    return new ScriptedHttpServer(server, await listen(server));
  }

  close(): Promise<void> {
    return hangUp(this.#server);
  }
}
