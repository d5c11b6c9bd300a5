// Describes the weaker isolation of a debugged run, for the question before it and for its record.
import * as l10n from '@vscode/l10n';
import type { SandboxStatus } from '../../sandbox/index.ts';

type Walls = Pick<SandboxStatus, 'osConfinement' | 'debug'>;

/** Returns one sentence about the access that a yes allows; the documentation has the details. */
export function debugQuestion({ osConfinement }: Walls): string {
  const open =
    osConfinement.state === 'in force'
      ? l10n.t('the network')
      : l10n.t('your files, programs and the network');
  return l10n.t(
    'While debugging, the sandbox does not block access to {0}, so debug only code that you trust.',
    open,
  );
}

/** Returns one sentence with all differences to a run without a debugger. */
export function debugNote({ osConfinement, debug }: Walls): string {
  const walls = [
    debug?.permission
      ? l10n.t('Node permissions apply, except for the debugger')
      : l10n.t('Node permissions are off'),
    osConfinement.state === 'in force'
      ? l10n.t('the network is not blocked')
      : l10n.t('there is no OS sandbox'),
  ];
  return l10n.t('Debug run: no time limit, {0}.', walls.join(', '));
}
