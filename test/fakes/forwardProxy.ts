// A forward proxy on 127.0.0.1 that leads every host to one server of the test, through a tunnel or request by request.
import { createServer, request as ask, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { hangUp, listen } from './listen.ts';

export class ForwardProxy implements AsyncDisposable {
  readonly url: string;
  /** The requests to the proxy, as `GET http://host/path` or `CONNECT host:port`. */
  readonly asked: string[] = [];
  /** The `Proxy-Authorization` header of each request. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server;
  readonly #tunnels = new Set<Socket>();

  private constructor(server: Server, ownPort: number, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${ownPort}`;
    server.on('request', (request, response) => {
      this.#note(request);
      const { pathname, search } = new URL(request.url ?? '');
      const options = { port, path: pathname + search, method: request.method, headers: request.headers };
      request.pipe(
        ask(options, (answer) =>
          answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
        ).on('error', () => response.destroy()),
      );
    });
    server.on('connect', (request: IncomingMessage, socket: Socket) => {
      this.#note(request);
      const upstream = connect(port, '127.0.0.1', () =>
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
      );
      for (const end of [socket, upstream]) this.#tunnels.add(end.on('error', () => undefined));
      socket.pipe(upstream).pipe(socket);
    });
  }

  /** `to` is the URL of the server. */
  static async start(to: string): Promise<ForwardProxy> {
    const server = createServer();
    return new ForwardProxy(server, await listen(server), Number(new URL(to).port));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = hangUp(this.#server);
    for (const end of this.#tunnels) end.destroy();
    await closed;
  }

  #note({ method, url, headers }: IncomingMessage): void {
    this.asked.push(`${method} ${url}`);
    this.authorizations.push(headers['proxy-authorization']);
  }
}
