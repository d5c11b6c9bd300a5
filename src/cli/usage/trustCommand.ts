// The entry of `code-mode trust` in the table of commands.
import type { Command } from './command.ts';
import { flag } from './option.ts';
import { json } from './sharedOptions.ts';

export const trustActions = ['list', 'add', 'revoke'] as const;
export type TrustAction = (typeof trustActions)[number];

export const trust = {
  does: 'List, add and revoke what you trust of this folder',
  forms: ['list', 'add [<name>...]', 'revoke <name>...'],
  about: [
    'A server that a file of this folder defines (.vscode/mcp.json, .mcp.json, .cursor/mcp.json) starts, and gets variables, only when you ' +
      'trust that definition; when it changes you are asked again. Saved scripts of the folder, named scripts.<name>, are tools under the ' +
      'same rule. Your own files and --config need no trust.',
    'add shows all that it allows. Without names it asks for each.',
  ],
  options: {
    all: flag(
      '--all',
      'With add: trust everything in this folder as it is now. With revoke: trust nothing here any more.',
    ),
    json,
  },
  shared: [],
  exits: [
    ['0', 'done'],
    ['1', 'there is nothing to list, add or revoke'],
  ],
  examples: [
    ['code-mode trust list', 'what is trusted, and what waits'],
    ['code-mode trust add github', 'one server'],
    ['code-mode trust revoke --all', 'nothing any more'],
  ],
  completes: trustActions,
} satisfies Command;
