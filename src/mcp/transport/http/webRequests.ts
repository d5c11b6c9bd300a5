// How a session's requests go out: to the web or over a socket, redirected by rules, their streams resumed. The same for
// Streamable HTTP and the legacy transport before it.
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { HttpLaunch } from '../../definitions/serverDefinition.ts';
import type { ServerAuthorization } from '../../auth/serverAuthorization.ts';
import type { BackoffTimes } from '../../protocol/backoff.ts';
import type { TransportOptions } from '../sessionTransport.ts';
import { socketFetch } from './fetchThrough.ts';
import { followRedirects } from './followRedirects.ts';
import { readSocketUrl } from '../../definitions/socketUrl.ts';

export interface HttpOptions extends TransportOptions {
  /** The waits before a broken event stream is connected again. */
  readonly reconnect: BackoffTimes;
  /** Of a server that a person can sign in to. */
  readonly authorization?: ServerAuthorization | undefined;
  /** Absent: the global one, looked up at each request. */
  readonly fetch?: FetchLike | undefined;
}

export interface WebRequests {
  /** What the transport asks for; of a socket the part after it. */
  readonly url: URL;
  readonly fetch: FetchLike;
  readonly requestInit: RequestInit;
  /** The SDK leaves redirects to `fetch`. */
  readonly redirectPolicy: 'follow';
}

export function webRequests(
  { url, headers }: HttpLaunch,
  { fetch, authorization }: Pick<HttpOptions, 'fetch' | 'authorization'>,
): WebRequests {
  const socket = readSocketUrl(url);
  // Looked up at each request: an editor puts its own `fetch`, which knows its proxy settings, in the global one's place.
  const direct: FetchLike = fetch ?? ((address, init) => globalThis.fetch(address, init));
  return {
    url: new URL(socket?.ok ? socket.address.url : url),
    // The token is put on last, so that a redirect to another origin cannot take it along.
    fetch: followRedirects(socket?.ok ? socketFetch(socket.address.socketPath) : (authorization?.over(direct) ?? direct)),
    requestInit: { headers: { ...headers } },
    redirectPolicy: 'follow',
  };
}
