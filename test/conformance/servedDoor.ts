// Runs `code-mode serve --http` for the conformance suite, which sends no token: a proxy adds the token and passes on
// everything else, including names of other hosts.
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TestFolder } from '../cli/testFolder.ts';
import { serveHttp } from '../cli/servedHttp.ts';

export class ServedDoor implements AsyncDisposable {
  readonly url: string;
  readonly #stop: () => Promise<void>;

  private constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.#stop = stop;
  }

  static async start(servers: object): Promise<ServedDoor> {
    const folder = await TestFolder.with({ 'mcp.json': servers });
    const served = await serveHttp(folder);
    const target = new URL(served.url);
    const authorization = `Bearer ${served.token}`;
    const proxy = createServer((incoming, outgoing) => {
      const own = `localhost:${String((proxy.address() as AddressInfo).port)}`; // it listens
      const ours = (value: string | undefined) => value?.replace(own, target.host);
      const headers = {
        ...incoming.headers,
        authorization,
        host: ours(incoming.headers.host),
        ...(incoming.headers.origin && { origin: ours(incoming.headers.origin) }),
      };
      const forwarded = httpRequest(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method, headers },
        (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
        },
      );
      forwarded.on('error', () => outgoing.destroy());
      outgoing.on('close', () => forwarded.destroy());
      incoming.pipe(forwarded);
    });
    proxy.listen(0, 'localhost');
    await once(proxy, 'listening');
    return new ServedDoor(
      `http://localhost:${String((proxy.address() as AddressInfo).port)}/mcp`,
      async () => {
        proxy.close();
        proxy.closeAllConnections();
        await served.end();
        folder[Symbol.dispose]();
      },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop();
  }
}
