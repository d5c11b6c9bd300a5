// `fetch` for authorization servers. A possibly hostile MCP server names their addresses, so this module requests only
// safe addresses, bounds the size and time of each answer, and applies the same checks to each redirect.
import type { FetchLike } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../base/json.ts';
import { SignInError } from './signInError.ts';

/** Maximum size of an answer, in bytes. The metadata of real servers has a few kilobytes. */
const mostBytes = 256 * 1_024;
const answerMs = 30_000;
const withoutBody = [204, 205, 304];
const mostRedirects = 5;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];

/**
 * True if the address is safe for a sign-in. OAuth 2.1 section 1.5 demands https; http is safe between this machine and
 * a server on this machine.
 */
export function isSafe(url: URL, server: URL): boolean {
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url) && isLoopback(server));
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Throws a `SignInError` if the address is unsafe to open or to request. */
export function requireSafe(url: URL, server: URL): void {
  if (isSafe(url, server)) return;
  throw new SignInError(
    `The sign-in leads to the unsafe address ${url.protocol}//${url.host}. Tell the server's operator.`,
  );
}

/** Returns a `fetch` for the sign-in to `server`. It rejects with a `SignInError` or with the reason of `signal`. */
export function boundedFetch(server: URL, signal: AbortSignal): FetchLike {
  return async (input, init) => {
    const url = new URL(input);
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    try {
      const response = await followSafely(url, { ...init, signal: inTime }, server);
      const body = await readAll(response, url);
      if (withoutBody.includes(response.status)) return new Response(null, response);
      // Some web sites answer every unknown address with an HTML page and status 200, so HTML counts as 404.
      if (response.ok && /^text\/html\b/i.test(response.headers.get('content-type') ?? ''))
        return new Response(null, { status: 404 });
      return new Response(withoutNull(body.toString()), response);
    } catch (error) {
      if (error instanceof SignInError || signal.aborted) throw error;
      // The SDK treats a TypeError as a CORS failure of a browser and continues without the answer, so this code throws
      // another error.
      const why = inTime.aborted ? `did not answer within ${answerMs / 1_000} s` : 'is unreachable';
      throw new SignInError(`${url.host} ${why}. Try again later.`);
    }
  };
}

/** Follows redirects of GET requests only: a code, token or client secret must reach no other address. */
async function followSafely(asked: URL, init: RequestInit, server: URL): Promise<Response> {
  let url = asked;
  for (let followed = 0; ; followed++) {
    requireSafe(url, server);
    const response = await fetch(url, { ...init, redirect: 'manual' });
    if (!redirectStatuses.includes(response.status)) return response;
    await response.body?.cancel();
    const location = response.headers.get('location');
    const target = location === null ? null : URL.parse(location, url.href);
    const mayMove = (init.method ?? 'GET').toUpperCase() === 'GET' && followed < mostRedirects;
    if (!target || !mayMove) {
      throw new SignInError(`${url.host} answered with a forbidden redirect. Tell its operator.`);
    }
    url = target;
  }
}

/** Removes members that are null: OAuth servers write null for an absent member, but the SDK rejects null. */
function withoutNull(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value)
      ? JSON.stringify(Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)))
      : text;
  } catch {
    return text;
  }
}

async function readAll(response: Response, url: URL): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > mostBytes)
      throw new SignInError(`${url.host} answered over ${mostBytes} bytes. Tell its operator.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
