// Receives the redirect of an authorization server on this machine (RFC 8252 section 7.3), at one path of a free port,
// for one sign-in. Any web page in the browser can send requests to this port, so only a request with the expected
// state is accepted.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RedirectListener, SignInAnswer, SignInPage } from '../../mcp/auth/index.ts';
import { untilAborted } from '../../base/withTimeout.ts';

const path = '/callback';

export class LoopbackRedirectListener implements RedirectListener {
  readonly redirectUrl: string;
  readonly #server: Server;
  readonly #host: string;
  readonly #show: (page: SignInPage) => void;
  #awaited: { readonly state: string; readonly resolve: (parameters: URLSearchParams) => void } | undefined;

  private constructor(server: Server, show: (page: SignInPage) => void) {
    this.#server = server;
    this.#show = show;
    // A TCP server that listens has an address with a port.
    this.#host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.redirectUrl = `http://${this.#host}${path}`;
    server.on('request', (request, response) => this.#answer(request, response));
  }

  /** Opens a port. `show` shows the sign-in page to the user. Rejects if no port can be opened. */
  static async open(show: (page: SignInPage) => void): Promise<LoopbackRedirectListener> {
    const server = createServer({ maxHeaderSize: 64 * 1_024 });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackRedirectListener(server, show);
  }

  async visit(page: SignInPage, signal: AbortSignal): Promise<SignInAnswer> {
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    this.#awaited = { state: page.state, resolve };
    this.#show(page);
    const parameters = await untilAborted(promise, signal);
    return parameters ? { ok: true, parameters } : { ok: false, error: 'Sign-in cancelled.' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    // A response that was just sent is delivered before its connection is closed.
    this.#server.closeIdleConnections();
    setImmediate(() => this.#server.closeAllConnections());
    await closed;
  }

  #answer({ method, url = '/', headers }: IncomingMessage, response: ServerResponse): void {
    const target = URL.parse(url, this.redirectUrl);
    // A foreign host name that resolves to this address makes a foreign page look local (DNS rebinding).
    const isHere = method === 'GET' && headers.host === this.#host && target?.pathname === path;
    const awaited = this.#awaited;
    if (!isHere) say(response, 404, 'Not found.');
    else if (target.searchParams.get('state') !== awaited?.state) {
      say(response, 400, 'Code Mode does not wait for this sign-in. Start it again.');
    } else {
      this.#awaited = undefined;
      response.once('close', () => awaited.resolve(target.searchParams));
      say(response, 200, 'Code Mode has the answer. Close this page and return to the terminal.');
    }
  }
}

/** Sends a fixed text; no part of the request is repeated. */
function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  });
  response.end(text);
}
