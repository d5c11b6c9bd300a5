// What is different of a run that is debugged, in words: for the question before it, and for its record.
import type { SandboxStatus } from '../../sandbox/host/sandboxPort.ts';

type Walls = Pick<SandboxStatus, 'osConfinement' | 'debug'>;

/** All that a yes allows. */
export function debugQuestion({ osConfinement, debug }: Walls): string {
  const isWalled = osConfinement.state === 'in force';
  return [
    'For this run alone, the sandbox is opened for the JavaScript debugger:',
    `• ${listens} ${isWalled ? 'The operating system still keeps files and programs from it, but no longer the network.' : 'No wall of the operating system is around it.'}`,
    debug?.permission
      ? "• Node's permission model stays in force, but for the inspector."
      : "• Node's permission model is off: this version of the editor's runtime has none that can be debugged under.",
    '• The clock does not end the script; the system does after an hour of processor time, on Linux and macOS. You can stop it.',
    '• What you enter in the Debug Console, or change in Variables, counts as the script.',
    '',
    `A script that breaks out of the language's own wall would reach ${isWalled ? 'the network' : 'your files, programs and the network'}: debug code that you know. ` +
      'Its calls of tools ask as in any run.',
  ].join('\n');
}

const listens = 'Its process listens on 127.0.0.1, with a key that only this window knows.';

/** One sentence. */
export function debugNote({ osConfinement, debug }: Walls): string {
  const walls = [
    ...(debug?.permission ? ['with the inspector allowed'] : ["without Node's permission model"]),
    osConfinement.state === 'in force' ? 'with the network open to its process' : 'without a wall of the operating system',
  ];
  return `Debug run: without limits of time, ${walls.join(', ')}.`;
}
