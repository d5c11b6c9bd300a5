// HTTP servers for tests: a scripted one, and the real server-everything, both on 127.0.0.1 and a free port.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { realServer } from './realServer.ts';

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

type WebTransport = 'streamableHttp' | 'sse';

/** `server-everything` on the web, in a process of its own. */
export class EverythingHttpServer {
  readonly url: string;
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];
  readonly #listeners = new Set<() => void>();

  private constructor(port: number, transport: WebTransport) {
    const { command, args } = realServer('everything', transport);
    this.port = port;
    this.url = `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
    this.#process = spawn(command, args, { env: { ...process.env, PORT: String(port) }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [this.#process.stdout, this.#process.stderr]) {
      if (input) createInterface({ input }).on('line', (line) => this.#add(line));
    }
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
  async says(text: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const look = () => {
      if (this.#lines.some((line) => line.includes(text))) resolve(undefined);
    };
    this.#listeners.add(look);
    look();
    await promise;
    this.#listeners.delete(look);
  }

  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }

  #add(line: string): void {
    this.#lines.push(line);
    for (const listener of this.#listeners) listener();
  }
}

export async function freePort(): Promise<number> {
  const server = await ScriptedHttpServer.start(() => undefined);
  await server.close();
  return Number(new URL(server.url).port);
}
