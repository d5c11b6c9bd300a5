// Receives the redirect of an authorization server on this machine (RFC 8252 section 7.3), at one path of a free port,
// for one sign-in. Any web page in the browser can send requests to this port, so only a request with the expected
// state is accepted.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RedirectListener, SignInPage } from '../../mcp/auth/index.ts';
import { untilAborted } from '../../base/withTimeout.ts';

const path = '/callback';

/** Opens a port. `show` shows the sign-in page to the user. Rejects if no port can be opened. */
export async function loopbackRedirectListener(show: (page: SignInPage) => void): Promise<RedirectListener> {
  const server = createServer({ maxHeaderSize: 64 * 1_024 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an address with a port.
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUrl = `http://${host}${path}`;
  let awaited:
    { readonly state: string; readonly resolve: (parameters: URLSearchParams) => void } | undefined;
  server.on('request', ({ method, url = '/', headers }, response) => {
    const target = URL.parse(url, redirectUrl);
    // A foreign host name that resolves to this address makes a foreign page look local (DNS rebinding).
    const isHere = method === 'GET' && headers.host === host && target?.pathname === path;
    const sought = awaited;
    if (!isHere) say(response, 404, 'Not found.');
    else if (target.searchParams.get('state') !== sought?.state) {
      say(response, 400, 'Code Mode does not wait for this sign-in. Start it again.');
    } else {
      awaited = undefined;
      response.once('close', () => sought.resolve(target.searchParams));
      say(response, 200, 'Code Mode has the answer. Close this page and return to the terminal.');
    }
  });
  return {
    redirectUrl,
    visit: async (page, signal) => {
      const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
      awaited = { state: page.state, resolve };
      show(page);
      const parameters = await untilAborted(promise, signal);
      return parameters ? { ok: true, parameters } : { ok: false, error: 'Sign-in cancelled.' };
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      // A response that was just sent is delivered before its connection is closed.
      server.closeIdleConnections();
      setImmediate(() => server.closeAllConnections());
      await closed;
    },
  };
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
