// What is different of a run that is debugged, in words: for the question before it, and for its record.
import type { SandboxStatus } from '../../sandbox/host/sandboxPort.ts';

type Walls = Pick<SandboxStatus, 'osConfinement' | 'debug'>;

/** One sentence on what a yes allows; the documentation has the rest. */
export function debugQuestion({ osConfinement }: Walls): string {
  const open = osConfinement.state === 'in force' ? 'the network' : 'your files, programs and the network';
  return `While debugging, the sandbox does not block access to ${open}, so debug only code that you trust.`;
}

/** All that is different of the run, in one sentence. */
export function debugNote({ osConfinement, debug }: Walls): string {
  const walls = [
    debug?.permission ? 'Node permissions apply, except for the debugger' : 'Node permissions are off',
    osConfinement.state === 'in force' ? 'the network is not blocked' : 'there is no OS sandbox',
  ];
  return `Debug run: no time limit, ${walls.join(', ')}.`;
}
