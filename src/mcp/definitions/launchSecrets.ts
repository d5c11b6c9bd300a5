// Collects the keys and tokens in a launch: in its variables or headers, its arguments and its address.
import { addressSecrets, argumentSecrets } from '../../base/text/secrets.ts';
import { Secrets } from '../protocol/secrets.ts';
import type { HttpLaunch, StdioLaunch } from './serverDefinition.ts';

interface Known {
  /** All variables of the server's process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The tokens of the server's sign-in. */
  readonly tokens?: Secrets | undefined;
}

export function launchSecrets(launch: StdioLaunch | HttpLaunch, { env, tokens }: Known = {}): Secrets {
  const { secrets = [] } = launch;
  if (launch.type === 'http')
    return new Secrets(launch.headers, [...secrets, ...addressSecrets(launch.url)], tokens);
  return new Secrets(env ?? launch.env, [...secrets, ...argumentSecrets(launch.args)]);
}
