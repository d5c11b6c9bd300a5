// Describes the weaker isolation of a debugged run, for the question before it and for its record.
import type { SandboxStatus } from '../../sandbox/index.ts';

type Walls = Pick<SandboxStatus, 'osConfinement' | 'debug'>;

/** Returns one sentence about the access that a yes allows; the documentation has the details. */
export function debugQuestion({ osConfinement }: Walls): string {
  const open = osConfinement.state === 'in force' ? 'the network' : 'your files, programs and the network';
  return `While debugging, the sandbox does not block access to ${open}, so debug only code that you trust.`;
}

/** Returns one sentence with all differences to a run without a debugger. */
export function debugNote({ osConfinement, debug }: Walls): string {
  const walls = [
    debug?.permission ? 'Node permissions apply, except for the debugger' : 'Node permissions are off',
    osConfinement.state === 'in force' ? 'the network is not blocked' : 'there is no OS sandbox',
  ];
  return `Debug run: no time limit, ${walls.join(', ')}.`;
}
