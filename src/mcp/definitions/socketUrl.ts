// Reads addresses of servers that listen on a Unix socket or a Windows pipe, as VS Code 1.139 does:
// `unix:///tmp/server.sock#/mcp` and `pipe:///pipe/name#/mcp`. The fragment is the path of the HTTP requests.

interface SocketUrl {
  /** Path for `net.connect`. */
  readonly socketPath: string;
  /** URL of the HTTP requests over this socket. */
  readonly url: string;
}

type SocketUrlOutcome =
  { readonly ok: true; readonly address: SocketUrl } | { readonly ok: false; readonly error: string };

const form = /^(unix|pipe):\/\/([^/#?]*)(\/[^#?]*)?(?:#(.*))?$/is;

/** Returns undefined for a URL of another scheme. */
export function readSocketUrl(
  url: string,
  platform: NodeJS.Platform = process.platform,
): SocketUrlOutcome | undefined {
  if (!/^(unix|pipe):/i.test(url)) return undefined;
  // The URL class would remove the dot from `pipe:////./pipe/name`, so this code uses a pattern.
  const [, scheme = '', authority, path = '', fragment = ''] = form.exec(url) ?? [];
  if (authority !== '' || path.length < 2) {
    return {
      ok: false,
      error: 'a socket "url" is like "unix:///tmp/server.sock#/mcp" or "pipe:///pipe/name#/mcp"',
    };
  }
  const isPipe = scheme.toLowerCase() === 'pipe';
  const name = decoded(path);
  const socketPath = isPipe && platform === 'win32' ? windowsPipe(name) : name;
  return {
    ok: true,
    address: { socketPath, url: new URL(`/${fragment.replace(/^\/+/, '')}`, 'http://localhost').href },
  };
}

/** Converts `/pipe/name` and `//./pipe/name` to the Windows form. */
function windowsPipe(path: string): string {
  return `\\\\.\\${path.replace(/^\/+(\.\/)?/, '').replaceAll('/', '\\')}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
