// Which HTTP requests the door lets in. It listens on this machine alone, where other users, and every page in a browser, can reach it.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface HttpRefusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Lets in a request that names our address, comes from no page and has the token. `port` is undefined at a socket and behind a load balancer, whose names are not ours. */
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

/** How a server at this port of this machine is named, as addresses and their requests have it. */
export function ownHosts(port: number): readonly string[] {
  return ['127.0.0.1', 'localhost', '[::1]'].map((name) => (port === 80 ? name : `${name}:${port}`));
}

/** A page whose name leads here (DNS rebinding) sends its own name as the host; a page from elsewhere sends its origin. */
export function pageRefusal({ host, origin }: IncomingHttpHeaders, port: number | undefined): HttpRefusal | undefined {
  // No page reaches a socket, whatever its client calls the host; behind a load balancer the host is what that is called.
  const names = port === undefined ? [] : ownHosts(port);
  if (port !== undefined && (host === undefined || !names.includes(host.toLowerCase())))
    return { status: 403, message: 'This server answers to its own address only.' };
  const isOurs = origin === undefined || names.some((name) => origin.toLowerCase() === `http://${name}`);
  return isOurs ? undefined : { status: 403, message: 'This server answers no pages.' };
}

/** Takes as long for any two texts. */
function isEqual(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => createHash('sha256').update(text).digest());
  return first !== undefined && second !== undefined && timingSafeEqual(first, second);
}
