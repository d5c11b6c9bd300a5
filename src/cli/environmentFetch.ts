// Reaches servers through the proxy of the environment, as `curl` and `git` do. Node itself heeds these variables only with a flag, and not
// in every version that runs this command.
import { fetchThrough, untimed, type Fetch } from '../mcp/transport/http/fetchThrough.ts';

/** VS Code 1.139 never asks a proxy for these. */
const thisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, in capitals or not; undefined where none names a proxy. */
export function environmentFetch(env: Readonly<Record<string, string | undefined>>): Fetch | undefined {
  const read = (name: string) => env[name] ?? env[name.toUpperCase()] ?? '';
  const proxy = (name: string) => withScheme(read(name) || read('all_proxy'));
  const [httpProxy, httpsProxy] = [proxy('http_proxy'), proxy('https_proxy')];
  if (httpProxy + httpsProxy === '') return undefined;
  const noProxy = read('no_proxy') === '*' ? '*' : [read('no_proxy'), ...thisMachine].filter(Boolean).join(',');
  // Of plain HTTP many proxies let no tunnel through.
  const options = { ...untimed, httpProxy, httpsProxy, noProxy, proxyTunnel: false };
  return fetchThrough(({ EnvHttpProxyAgent }) => new EnvHttpProxyAgent(options));
}

/** `proxy.test:8080` is what many people write. */
function withScheme(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
