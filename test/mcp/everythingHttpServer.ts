// Runs the real server-everything over HTTP on 127.0.0.1 and a free port.
import { realServer } from './realServer.ts';
import { freePort } from '../fakes/listen.ts';
import { ServerProcess } from './serverProcess.ts';

type WebTransport = 'streamableHttp' | 'sse';

/** `server-everything` over HTTP, in a process of its own. */
export class EverythingHttpServer {
  readonly url: string;
  readonly port: number;
  readonly #process: ServerProcess;

  private constructor(port: number, transport: WebTransport) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
    this.#process = new ServerProcess(realServer('everything', transport), { PORT: String(port) });
  }

  static async start({
    port,
    transport = 'streamableHttp',
  }: { port?: number; transport?: WebTransport } = {}): Promise<EverythingHttpServer> {
    const server = new EverythingHttpServer(port ?? (await freePort()), transport);
    await server.says(transport === 'sse' ? 'is running on port' : 'listening on port');
    return server;
  }

  /** Settles when the server has written a line that contains `text`. */
  says(text: string): Promise<void> {
    return this.#process.says(text);
  }

  kill(): Promise<void> {
    return this.#process.end('SIGKILL');
  }
}
