// How a session's requests go out: to the web or over a socket, redirected by rules, their streams resumed. The same for
// Streamable HTTP and the legacy transport before it.
import type { HttpLaunch } from '../../definitions/serverDefinition.ts';
import type { ServerAuthorization } from '../../auth/serverAuthorization.ts';
import type { BackoffTimes } from '../../protocol/backoff.ts';
import type { TransportOptions } from '../sessionTransport.ts';
import { socketFetch } from './fetchThrough.ts';
import { withoutQuery } from './httpFailure.ts';
import { readSocketUrl } from '../../definitions/socketUrl.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

export interface HttpOptions extends TransportOptions {
  /** The waits before a broken event stream is connected again. */
  readonly reconnect: BackoffTimes;
  /** Of a server that a person can sign in to. */
  readonly authorization?: ServerAuthorization | undefined;
  /** Absent: the global one, looked up at each request. */
  readonly fetch?: FetchLike | undefined;
}

/** Sends `message` so that its request carries the trace context that the message has. */
export type SendTraced = <T>(message: JSONRPCMessage, send: () => T) => T;

export interface WebRequests {
  /** What the transport asks for; of a socket the part after it. */
  readonly url: URL;
  readonly fetch: FetchLike;
  readonly requestInit: RequestInit;
  /** The SDK leaves redirects to `fetch`. */
  readonly redirectPolicy: 'follow';
  readonly sendTraced: SendTraced;
}

export function webRequests(
  { url, headers }: HttpLaunch,
  { fetch, authorization }: Pick<HttpOptions, 'fetch' | 'authorization'>,
): WebRequests {
  const socket = readSocketUrl(url);
  // Looked up at each request: an editor puts its own `fetch`, which knows its proxy settings, in the global one's place.
  const direct: FetchLike = fetch ?? ((address, init) => globalThis.fetch(address, init));
  const { traced, sendTraced } = tracedRequests();
  return {
    sendTraced,
    url: new URL(socket?.ok ? socket.address.url : url),
    // The token is put on last, so that a redirect to another origin cannot take it along.
    fetch: traced(
      tellingWhen(followRedirects(socket?.ok ? socketFetch(socket.address.socketPath) : (authorization?.over(direct) ?? direct))),
    ),
    requestInit: { headers: { ...headers } },
    redirectPolicy: 'follow',
  };
}

/** The SDK makes a request of a message without saying of which. */
function tracedRequests(): { readonly traced: (fetch: FetchLike) => FetchLike; readonly sendTraced: SendTraced } {
  const current = new AsyncLocalStorage<string>();
  return {
    traced: (fetch) => (address, init) => {
      const traceparent = current.getStore();
      if (traceparent === undefined) return fetch(address, init);
      const headers = new Headers(init?.headers);
      headers.set('traceparent', traceparent);
      return fetch(address, { ...init, headers });
    },
    sendTraced: (message, send) => {
      const traceparent = 'method' in message ? message.params?._meta?.['traceparent'] : undefined;
      return typeof traceparent === 'string' ? current.run(traceparent, send) : send();
    },
  };
}

/** The SDK reads no header of a refusal (RFC 9110, "Retry-After"): its text begins with when the request may be sent again. */
function tellingWhen(fetch: FetchLike): FetchLike {
  return async (address, init) => {
    const response = await fetch(address, init);
    const { status, statusText, body } = response;
    const seconds = status === 429 || status === 503 ? secondsOf(response.headers.get('retry-after')) : undefined;
    if (seconds === undefined) return response;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    const beginning = new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`Retry-After: ${seconds} s. `)),
    });
    const text = (body ?? new Blob([]).stream()).pipeThrough(beginning);
    return new Response(text, { status, statusText, headers });
  };
}

/** From seconds or a date; undefined for what is neither. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

// Redirects by VS Code's rules (1.139): at most five, and what was meant for one origin stays there.
const maxRedirects = 5;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
/** All that another origin receives. Any header of a definition may be a key, whatever its name; so may the session be. */
const headersForOthers: readonly string[] = ['accept', 'content-type', 'last-event-id', 'mcp-protocol-version'];

/**
 * A redirect that is not followed is the answer: one from https to http, to no web address, one too many, or one that would make a
 * GET of a POST, which no MCP server could understand.
 */
function followRedirects(fetch: FetchLike): FetchLike {
  return async (address, init = {}) => {
    let url = new URL(address);
    const headers = new Headers(init.headers);
    for (let followed = 0; ; followed++) {
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      const target = redirectTarget(response, url, init.method ?? 'GET');
      if (!target || followed === maxRedirects) return sayingWhere(response, url);
      await response.body?.cancel();
      if (target.origin !== url.origin) {
        for (const name of [...headers.keys()].filter((key) => !headersForOthers.includes(key))) headers.delete(name);
      }
      url = target;
    }
  };
}

/** A redirect that is not followed says in its text where to: who sees the refusal cannot see its headers. */
async function sayingWhere(response: Response, from: URL): Promise<Response> {
  const { status, statusText, headers, body } = response;
  const target = redirectStatuses.includes(status) ? URL.parse(headers.get('location') ?? '', from.href) : null;
  if (!target) return response;
  await body?.cancel();
  Object.assign(target, { username: '', password: '' });
  return new Response(`Redirect to ${withoutQuery(target.href)} not followed`, { status, statusText });
}

function redirectTarget(response: Response, from: URL, method: string): URL | undefined {
  const { status } = response;
  if (!redirectStatuses.includes(status)) return undefined;
  const keepsMethod = status === 307 || status === 308 || method.toUpperCase() === 'GET';
  const location = response.headers.get('location');
  const target = location === null ? null : URL.parse(location, from.href);
  if (!keepsMethod || !target) return undefined;
  const isSafe = target.protocol === 'https:' || (target.protocol === 'http:' && from.protocol === 'http:');
  const namesNobody = target.username === '' && target.password === '';
  return isSafe && namesNobody ? target : undefined;
}
