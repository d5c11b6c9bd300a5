// What a server's definition is known by from session to session: a hash of what decides which tools it has. Values of variables,
// headers and parameters that are secret by their name do not count, nor do a person's answers: a new token is no new server.
import { createHash } from 'node:crypto';
import { isSecretName } from '../../text/secretName.ts';
import type { ServerDefinition, StartableLaunch } from './serverDefinition.ts';

/** Hexadecimal; undefined for a definition that cannot be started. */
export function definitionIdentity({ name, launch }: ServerDefinition): string | undefined {
  if (launch.type === 'invalid') return undefined;
  return createHash('sha256')
    .update(JSON.stringify([name, ...identifying(launch)]))
    .digest('hex');
}

function identifying(launch: StartableLaunch): readonly unknown[] {
  switch (launch.type) {
    case 'stdio':
      return [launch.command, launch.args, launch.cwd, launch.envFile ?? null, publicValues(launch.env)];
    case 'http':
      return [publicAddress(launch.url), publicValues(launch.headers)];
    case 'unresolved': {
      const { env, headers, url, ...fields } = launch.fields;
      return [fields, publicAddress(url), publicValues(env), publicValues(headers), launch.folder ?? null];
    }
  }
}

/** Names with their values, null in place of a secret; order does not count. */
function publicValues(values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return null;
  const named = Object.entries(values).map(([name, value]: [string, unknown]) => [name, isSecretName(name) ? null : value]);
  return named.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

function publicAddress(url: unknown): unknown {
  const address = typeof url === 'string' ? URL.parse(url) : null;
  if (!address) return url ?? null;
  return [address.protocol, address.host, address.pathname, publicValues(Object.fromEntries(address.searchParams))];
}
