// Redirects by VS Code's rules (1.139): at most five, and what was meant for one origin stays there.
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

const maxRedirects = 5;
const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
/** All that another origin is told. Any header of a definition may be a key, whatever its name; so may the session be. */
const headersForOthers: readonly string[] = ['accept', 'content-type', 'last-event-id', 'mcp-protocol-version'];

/**
 * A redirect that is not followed is the answer: one from https to http, to no web address, one too many, or one that would make a
 * GET of a POST, which no MCP server could understand.
 */
export function followRedirects(fetch: FetchLike): FetchLike {
  return async (address, init = {}) => {
    let url = new URL(address);
    const headers = new Headers(init.headers);
    for (let followed = 0; ; followed++) {
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      const target = redirectTarget(response, url, init.method ?? 'GET');
      if (!target || followed === maxRedirects) return response;
      await response.body?.cancel();
      if (target.origin !== url.origin) {
        for (const name of [...headers.keys()].filter((key) => !headersForOthers.includes(key))) headers.delete(name);
      }
      url = target;
    }
  };
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
