// Decides which HTTP requests the server accepts. Other users of this machine and every web page in a browser can reach
// a port of 127.0.0.1, so a request needs the token, must name this server as its host, and must not come from a page
// of another origin.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface HttpRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/**
 * Returns the refusal of a request; undefined if the request names this server as its host, comes from no foreign page
 * and has the token. `port` is undefined at a socket and behind a load balancer, where the server does not know its
 * host names.
 */
export function refusalOf(
  headers: IncomingHttpHeaders,
  { port, token }: { readonly port: number | undefined; readonly token: string },
): HttpRefusal | undefined {
  const page = pageRefusal(headers, port);
  if (page) return page;
  const [scheme = '', given = ''] = headers.authorization?.split(' ') ?? [];
  if (scheme.toLowerCase() === 'bearer' && isEqual(given, token)) return undefined;
  return { status: 401, message: 'Send the token of this server as "Authorization: Bearer <token>".' };
}

/** Returns the `Host` values that denote a server at this port of this machine. */
export function ownHosts(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`));
}

/**
 * Returns the refusal of a request from a web page. A page whose host name resolves to this machine (DNS rebinding)
 * sends its own name as the host; a page of another origin sends that origin.
 */
export function pageRefusal(
  { host, origin }: IncomingHttpHeaders,
  port: number | undefined,
): HttpRefusal | undefined {
  // The host is not checked without a port: no page can reach a socket, and behind a load balancer the host is the load
  // balancer's name.
  const names = port === undefined ? [] : ownHosts(port);
  if (port !== undefined && (host === undefined || !names.includes(host.toLowerCase())))
    return { status: 403, message: 'This server answers to its own address only.' };
  const isOurs = origin === undefined || names.some((name) => origin.toLowerCase() === `http://${name}`);
  return isOurs ? undefined : { status: 403, message: 'This server answers no pages.' };
}

/** Compares two texts in constant time. */
export function isEqual(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
