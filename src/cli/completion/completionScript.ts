// What `code-mode completion` prints: the table of commands as a script for a shell. It is complete in itself, so that no
// press of the Tab key starts this program.
import { commandNames, commands, helpOption, optionsOf, type Command, type Shell } from '../usage/commands.ts';
import { bash } from './bash.ts';
import type { Completed } from './completed.ts';
import { fish } from './fish.ts';
import { pwsh } from './pwsh.ts';
import { zsh } from './zsh.ts';

const completed: readonly Completed[] = [
  ...commandNames.map((name): Completed => {
    const command: Command = commands[name];
    return { name, does: command.does, options: [...optionsOf(command), helpOption], completes: command.completes };
  }),
  { name: 'help', does: 'Show help, also of one command', options: [], completes: commandNames },
];

/** Ends with a line end. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish, pwsh }[shell](completed);
}
