// The entry of `code-mode scripts` (list, run and test saved scripts) in the table of commands.
import type { Command } from './command.ts';
import { runOptions } from './scriptOptions.ts';
import { files, sandbox, servers, commandLineServers } from './sharedOptions.ts';

export const scriptsActions = ['list', 'run', 'test'] as const;
type ScriptsAction = (typeof scriptsActions)[number];

export const scriptsUsage: Readonly<Record<ScriptsAction, string>> = {
  list: 'list',
  run: 'run <name>',
  test: 'test [<name>...]',
};

export const scripts = {
  does: 'List, run and test saved scripts',
  forms: Object.values(scriptsUsage),
  about: [
    'The scripts of .code-mode/scripts and of --scripts, which other scripts call as tools.scripts.<name>.',
    'run checks and runs one with its arguments, by the options of code-mode run. test replays their saved runs (report.run.json beside ' +
      'report.ts, of runs export), without servers.',
  ],
  options: runOptions,
  shared: [servers, commandLineServers, files, sandbox],
  exits: [
    ['0', 'done; of test: all came to their results'],
    ['1', 'there is no script, it was refused or failed, or came to another result'],
    ['3', 'the script reached a limit or was cancelled'],
  ],
  examples: [
    ['code-mode scripts list', 'with their signatures'],
    ['code-mode scripts run weekly-report --arg month=5', 'one, with an argument'],
    ['code-mode scripts test', 'all saved runs'],
  ],
  completes: scriptsActions,
} satisfies Command;
