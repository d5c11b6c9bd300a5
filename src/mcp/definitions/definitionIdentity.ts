// Makes the name of a server's definition from session to session: a hash of all that decides which tools it has. Secrets in variables, headers,
// arguments and addresses do not count, nor do a person's answers: a new token is no new server. The hash is a key of caches alone: what a
// person allowed must be known by all of a definition.
import { createHash } from 'node:crypto';
import { isSecretName, isSecretParameter, publicArguments, publicPath, withoutSecretParts } from '../../base/text/secrets.ts';
import type { ServerDefinition, StartableLaunch } from './serverDefinition.ts';

/** Hexadecimal; undefined for a definition that cannot be started. */
export function definitionIdentity({ name, launch, tools, protocolVersion }: ServerDefinition): string | undefined {
  if (launch.type === 'invalid') return undefined;
  return createHash('sha256')
    .update(JSON.stringify([name, ...identifying(launch), ...(tools ? [tools] : []), ...(protocolVersion ? [protocolVersion] : [])]))
    .digest('hex');
}

function identifying(launch: StartableLaunch): readonly unknown[] {
  switch (launch.type) {
    case 'stdio':
      return [launch.command, publicArguments(launch.args), launch.cwd, launch.envFile ?? null, publicValues(launch.env)];
    case 'http':
      return [publicAddress(launch.url), publicValues(launch.headers)];
    case 'unresolved': {
      const { env, headers, url, args, ...fields } = launch.fields;
      const texts = Array.isArray(args) && args.every((arg) => typeof arg === 'string') ? publicArguments(args) : (args ?? null);
      return [fields, texts, publicAddress(url), publicValues(env), publicValues(headers), launch.folder ?? null];
    }
  }
}

/** Names with their values, null in place of a secret; order does not count. */
function publicValues(values: unknown, isSecret: (name: string, value: string) => boolean = isSecretName): unknown {
  if (typeof values !== 'object' || values === null) return null;
  const publicValue = (value: unknown) => (typeof value === 'string' ? withoutSecretParts(value) : value);
  const named = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    isSecret(name, String(value)) ? null : publicValue(value),
  ]);
  return named.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

function publicAddress(url: unknown): unknown {
  const address = typeof url === 'string' ? URL.parse(url) : null;
  if (!address) return url ?? null;
  const parameters = publicValues(Object.fromEntries(address.searchParams), isSecretParameter);
  return [address.protocol, address.host, publicPath(address.pathname), parameters];
}
