// Whether an address matches an entry of a policy, by VS Code's rules (1.139): case does not count, nor do default port,
// credentials and fragment; `*` stays inside of the host, where it could otherwise be tricked, and is anything in the path.

/** `pattern`: `https://mcp.example.com/x`, `https://*.example.com/*`, `http://localhost:*`. */
export function matchesUrl(pattern: string, address: string): boolean {
  const plain = plainUrl(address);
  if (plain === undefined) return false;
  if (!pattern.includes('*')) return plainUrl(pattern)?.toLowerCase() === plain.toLowerCase();
  const normal = normalPattern(pattern);
  return normal !== undefined && globOf(normal).test(plain);
}

/** Scheme, host, path and query of a web address; others as written; undefined for what is no address. */
function plainUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  return /^https?:$/.test(url.protocol) ? url.origin + url.pathname + url.search : text;
}

/** What `URL` would do to a web address, done to one with `*` in it. */
function normalPattern(pattern: string): string | undefined {
  const [, scheme, authority = '', rest = ''] = /^(https?):\/\/([^/\\?#]*)([^]*)$/i.exec(pattern) ?? [];
  if (scheme === undefined) return pattern;
  const [, host, port] = /^(\[[^\]]*\]|.*?)(?::([^:]*))?$/.exec(authority.slice(authority.lastIndexOf('@') + 1)) ?? [];
  if (!host) return undefined;
  const defaultPort = scheme.toLowerCase() === 'https' ? '443' : '80';
  const path = rest.replaceAll('\\', '/').replace(/#[^]*$/, '');
  const shownPort = port === undefined || port === defaultPort ? '' : `:${port}`;
  return `${scheme.toLowerCase()}://${host}${shownPort}${path.startsWith('/') ? '' : '/'}${path}`;
}

function globOf(pattern: string): RegExp {
  const authorityEnd = /^(?:[^:]*:\/\/)?[^/\\?#]*/.exec(pattern)?.[0].length ?? 0;
  const inAuthority = pattern
    .slice(0, authorityEnd)
    .split(':*')
    .map((part) => part.split('*').map(literally).join('[^/@\\\\?#]*'));
  const inPath = pattern.slice(authorityEnd).split('*').map(literally);
  return new RegExp(`^${inAuthority.join('(?::[^/@\\\\?#]*)?')}${inPath.join('.*')}$`, 'i');
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
