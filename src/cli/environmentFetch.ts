// Connects to servers through the proxy that the environment names, like `curl` and `git`. Node uses these variables
// only with a flag, and not in every version that runs this command. Node's own `fetch` also gives up after five
// minutes without a byte, and a tool may take longer.
import { fetchThrough, untimed, type Fetch } from '../mcp/index.ts';

/** Hosts for which no proxy is used, as in VS Code 1.139. */
const thisMachine: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Returns the fetch function for `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, in upper or lower case. The
 * function has no time limits of its own.
 */
export function environmentFetch(env: Readonly<Record<string, string | undefined>>): Fetch {
  const read = (name: string) => env[name] ?? env[name.toUpperCase()] ?? '';
  const proxy = (name: string) => withScheme(read(name) || read('all_proxy'));
  const [httpProxy, httpsProxy] = [proxy('http_proxy'), proxy('https_proxy')];
  if (httpProxy + httpsProxy === '') return fetchThrough(({ Agent }) => new Agent(untimed));
  const noProxy =
    read('no_proxy') === '*' ? '*' : [read('no_proxy'), ...thisMachine].filter(Boolean).join(',');
  // Many proxies refuse a tunnel for plain HTTP.
  const options = { ...untimed, httpProxy, httpsProxy, noProxy, proxyTunnel: false };
  return fetchThrough(({ EnvHttpProxyAgent }) => new EnvHttpProxyAgent(options));
}

/** Adds a scheme to an address like `proxy.test:8080`, which many people write. */
function withScheme(proxy: string): string {
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}
