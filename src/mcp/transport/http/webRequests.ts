// HTTP requests of a session: over the web or over a socket, with rules for redirects. Streamable HTTP and the legacy
// transport both use this module.
import { readSocketUrl, type HttpLaunch } from '../../definitions/index.ts';
import type { ServerAuthorization } from '../../auth/index.ts';
import type { BackoffTimes } from '../../protocol/backoff.ts';
import type { TransportOptions } from '../sessionTransport.ts';
import { socketFetch } from './fetchThrough.ts';
import { withoutQuery } from './httpFailure.ts';
import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';

export interface HttpOptions extends TransportOptions {
  /** Delays before a broken event stream is connected again. */
  readonly reconnect: BackoffTimes;
  /** Authorization of a server with a sign-in; undefined if the server has none. */
  readonly authorization?: ServerAuthorization | undefined;
  /** Undefined for the global `fetch`, which is then looked up at each request. */
  readonly fetch?: FetchLike | undefined;
}

/** Returns the header of the HTTP request that carries the trace context of the message, if it has one. */
export function traceHeaders(message: JSONRPCMessage): Readonly<Record<string, string>> {
  const traceparent = 'method' in message ? message.params?._meta?.['traceparent'] : undefined;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

export function webRequests(
  { url, headers }: HttpLaunch,
  { fetch, authorization }: Pick<HttpOptions, 'fetch' | 'authorization'>,
) {
  const socket = readSocketUrl(url);
  // The global `fetch` is looked up at each request, because an editor replaces it with one that knows the proxy
  // settings.
  const direct: FetchLike = fetch ?? ((address, init) => globalThis.fetch(address, init));
  return {
    // For a socket, the URL over this socket.
    url: new URL(socket?.ok ? socket.address.url : url),
    // The token is added last, so that a redirect to another origin does not carry it.
    fetch: tellingWhen(
      followRedirects(
        socket?.ok ? socketFetch(socket.address.socketPath) : (authorization?.over(direct) ?? direct),
      ),
    ),
    requestInit: { headers: { ...headers } },
    // The SDK leaves redirects to `fetch`.
    redirectPolicy: 'follow' as const,
  };
}

/** Puts the time of a retry before the text of a refusal (RFC 9110, "Retry-After"): the SDK ignores the header. */
function tellingWhen(fetch: FetchLike): FetchLike {
  return async (address, init) => {
    const response = await fetch(address, init);
    const { status, statusText, body } = response;
    const seconds =
      status === 429 || status === 503 ? secondsOf(response.headers.get('retry-after')) : undefined;
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

/** Reads seconds or a date; undefined for any other text. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d{1,9}$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

// Follows redirects by VS Code's rules (1.139): at most five, and data for one origin is not sent to another.
const maxRedirects = 5;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
/**
 * Headers that another origin receives. All others are removed, because any header of a definition may be a key, and
 * the session ID is secret too.
 */
const headersForOthers: readonly string[] = [
  'accept',
  'content-type',
  'last-event-id',
  'mcp-protocol-version',
];

/**
 * Follows redirects. Some redirects are not followed and count as the response: from https to http, to an address that
 * is not http or https, one too many, or one that would turn a POST into a GET, which no MCP server could process.
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
        for (const name of [...headers.keys()].filter((key) => !headersForOthers.includes(key)))
          headers.delete(name);
      }
      url = target;
    }
  };
}

/** Puts the target of a redirect that is not followed into the text, because callers do not see its headers. */
async function sayingWhere(response: Response, from: URL): Promise<Response> {
  const { status, statusText, headers, body } = response;
  const target = redirectStatuses.includes(status)
    ? URL.parse(headers.get('location') ?? '', from.href)
    : null;
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
