// The entry of `code-mode daemon` in the table of commands.
import type { Command } from './command.ts';
import { json } from './sharedOptions.ts';

const shownActions = ['status', 'stop'] as const;
/** Other commands start `run`; people do not type it. */
export const daemonActions = [...shownActions, 'run'] as const;
export type DaemonAction = (typeof daemonActions)[number];

export const daemon = {
  does: 'Show and stop the servers that are kept between commands',
  forms: ['status', 'stop [<server>]'],
  about: [
    'With --keep, or "keepAlive": true in the definition of a server with a "command", the server goes on after the command, and later commands ' +
      'of this folder use the same one: one browser, one login, one transaction. It ends when no command has used it for 10 minutes ' +
      '(CODE_MODE_KEEP_MINUTES).',
    'stop ends one server, in whichever folder it is used, or all.',
  ],
  options: { json },
  shared: [],
  exits: [
    ['0', 'done'],
    ['1', 'no server is kept, or none of that name'],
  ],
  examples: [
    ['code-mode daemon status', 'what is kept, where, and since when'],
    ['code-mode daemon stop playwright', 'one server'],
  ],
  completes: shownActions,
} satisfies Command;
