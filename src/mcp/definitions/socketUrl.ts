// Addresses of servers that listen on a Unix socket or a Windows pipe, as VS Code 1.139 reads them:
// `unix:///tmp/server.sock#/mcp` and `pipe:///pipe/name#/mcp`, where the fragment is the path of HTTP requests.

interface SocketUrl {
  /** As `net.connect` takes it. */
  readonly socketPath: string;
  /** What is asked for over that socket. */
  readonly url: string;
}

type SocketUrlOutcome = { readonly ok: true; readonly address: SocketUrl } | { readonly ok: false; readonly error: string };

const form = /^(unix|pipe):\/\/([^/#?]*)(\/[^#?]*)?(?:#(.*))?$/is;

/** Undefined for a URL of another scheme. */
export function readSocketUrl(url: string, platform: NodeJS.Platform = process.platform): SocketUrlOutcome | undefined {
  if (!/^(unix|pipe):/i.test(url)) return undefined;
  // The URL class would take the dot out of `pipe:////./pipe/name`.
  const [, scheme = '', authority, path = '', fragment = ''] = form.exec(url) ?? [];
  if (authority !== '' || path.length < 2) {
    return { ok: false, error: 'a socket "url" is like "unix:///tmp/server.sock#/mcp" or "pipe:///pipe/name#/mcp"' };
  }
  const isPipe = scheme.toLowerCase() === 'pipe';
  const name = decoded(path);
  const socketPath = isPipe && platform === 'win32' ? windowsPipe(name) : name;
  return { ok: true, address: { socketPath, url: new URL(`/${fragment.replace(/^\/+/, '')}`, 'http://localhost').href } };
}

/** `/pipe/name` and `//./pipe/name` as Windows names them. */
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
