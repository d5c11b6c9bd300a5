// Computes an identity of a server definition that stays the same between sessions: a hash of all that decides which
// tools the server has. Secrets in variables, headers, arguments and addresses, and the user's answers to inputs, are
// left out, so that a new token does not make a new server. The hash is only a key for caches; an approval must use the
// whole definition.
import { createHash } from 'node:crypto';
import {
  isSecretName,
  isSecretUrlParameter,
  publicArguments,
  publicPath,
  withoutSecretParts,
} from '../../base/text/secrets.ts';
import type { ServerDefinition, StartableLaunch } from './serverDefinition.ts';

/** Returns the identity in hexadecimal; undefined for a definition that cannot be started. */
export function definitionIdentity(definition: ServerDefinition): string | undefined {
  const { name, launch, tools, protocolVersion } = definition;
  if (launch.type === 'invalid') return undefined;
  const choices = [tools, protocolVersion].filter(Boolean);
  const hashed = JSON.stringify([name, ...identifying(launch), ...choices]);
  return createHash('sha256').update(hashed).digest('hex');
}

function identifying(launch: StartableLaunch): readonly unknown[] {
  switch (launch.type) {
    case 'stdio':
      return [
        launch.command,
        publicArguments(launch.args),
        launch.cwd,
        launch.envFile ?? null,
        publicValues(launch.env),
      ];
    case 'http':
      return [publicAddress(launch.url), publicValues(launch.headers)];
    case 'unresolved': {
      const { env, headers, url, args, ...fields } = launch.fields;
      const texts =
        Array.isArray(args) && args.every((arg) => typeof arg === 'string')
          ? publicArguments(args)
          : (args ?? null);
      return [
        fields,
        texts,
        publicAddress(url),
        publicValues(env),
        publicValues(headers),
        launch.folder ?? null,
      ];
    }
  }
}

/** Returns the names with their values in a fixed order, with null in place of each secret. */
function publicValues(
  values: unknown,
  isSecret: (name: string, value: string) => boolean = isSecretName,
): unknown {
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
  const parameters = publicValues(Object.fromEntries(address.searchParams), isSecretUrlParameter);
  return [address.protocol, address.host, publicPath(address.pathname), parameters];
}
