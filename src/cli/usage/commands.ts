// The table of commands, with the purpose, arguments, options, examples and exit codes of each.
import { choices, flag, option, shells, type Command, type Option } from './option.ts';
import { clientIds } from '../../setup/index.ts';
import { wholeNumber } from '../optionValues.ts';
import { runs } from './runsCommand.ts';
import { runOptions } from './scriptOptions.ts';
import { proxy, serve } from './serveCommands.ts';
import { files, json, sandbox, servers, commandLineServers } from './sharedOptions.ts';

const run = {
  does: 'Run a script',
  forms: ['<file>', '-', '--eval <code>'],
  about: [
    'Runs TypeScript that calls tools of MCP servers; - reads standard input. Prints the result as JSON on standard output, and console ' +
      'lines, calls and errors on standard error.',
    'Calls a tool that is not marked read-only only if you agree, or with --allow-writes.',
  ],
  options: { code: option('-e, --eval <code>', 'Run this code instead of a file.'), ...runOptions },
  shared: [servers, commandLineServers, files, sandbox],
  exits: [
    ['0', 'the script succeeded'],
    ['1', 'the script was refused or failed'],
    ['3', 'the script reached a limit or was cancelled'],
  ],
  examples: [
    ["code-mode run -e 'return await tools.geo.getCity({})'", 'one call'],
    ['code-mode run report.ts --arg month=5', 'a file, with an argument'],
    ['code-mode run sync.ts --dry-run', 'what it would write'],
    ['code-mode run login.ts --keep', 'its servers go on for later runs'],
    ['code-mode run - --json < report.ts | jq .result', 'for other programs'],
  ],
  completes: 'file',
} satisfies Command;

/** The valid forms of the arguments after `code-mode scripts`. */
export const scriptsUsage = { list: 'list', run: 'run <name>', test: 'test [<name>...]' };
export const scriptsActions = Object.keys(scriptsUsage) as readonly (keyof typeof scriptsUsage)[];

const scripts = {
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

const setup = {
  does: 'Add Code Mode to the MCP clients of this machine',
  about: [
    'Finds VS Code, Claude Code, Claude Desktop, Cursor, Codex, Copilot CLI, Gemini CLI and OpenCode, shows what each would get, and asks for ' +
      'each before it writes. Code Mode gets copies of the servers that the client has; a backup stands beside each file that is changed.',
    'The client goes on sending the tools of its own entries of these servers, unless you let setup move them (a second question).',
  ],
  options: {
    clients: choices(
      '--client <name>',
      `Only this client: ${clientIds.join(', ')}. Files of the current folder only by name.`,
      clientIds,
    ),
    print: flag('--print', 'Only show what would be written.'),
    measure: flag('--measure', "Start the clients' servers and count the tokens of their tools."),
    yes: flag('--yes', 'Write without asking; with --client.'),
    move: flag('--move', "With --yes: take the client's own entries of the servers out of its file."),
    undo: flag('--undo', 'Take back what setup wrote, and put back what it moved.'),
    json,
  },
  exits: [
    ['0', 'done, or shown with --print'],
    ['1', 'nothing was written, or a file cannot be used'],
  ],
  examples: [
    ['code-mode setup', 'all clients, with a question for each'],
    ['code-mode setup --print', 'what it would write'],
    ['code-mode setup --client claude-desktop --undo', 'as it was before'],
  ],
} satisfies Command;

const tools = {
  does: 'List servers and their tools',
  about: ['Says which rule applies to each tool that scripts cannot call, or that chat calls directly.'],
  options: {
    tokens: flag(
      '--tokens',
      'Count tokens (o200k) of each tool: of its definition in a chat request (name, description, input schema), of the same as a ' +
        'TypeScript declaration, and of its output type.',
    ),
    verbose: flag('--verbose', 'Show where each server is defined and the version of MCP that it speaks.'),
    json,
  },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'at least one server has listed its tools'],
    ['1', 'none has: all failed, or there are none'],
  ],
  examples: [
    ['code-mode tools', 'everything'],
    ["code-mode tools --server 'git*' --tokens", 'some servers, with their tokens'],
    ["code-mode tools --stdio 'npx -y mcp-ripgrep'", 'a server that is in no file'],
    ["code-mode tools --exclude 'github.delete_*'", 'what an exclusion takes from scripts'],
  ],
} satisfies Command;

const search = {
  does: 'Find tools by what they do',
  forms: ['<words>'],
  options: {
    limit: option(
      '--limit <number>',
      'Show at most this many tools, up to 50. Default: 10.',
      wholeNumber(1, 50),
    ),
    json,
  },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'something was found'],
    ['1', 'nothing was found'],
  ],
  examples: [
    ['code-mode search read a file', 'the best matches, with their signatures'],
    ['code-mode search "create issue" --limit 3 --json', 'for other programs'],
  ],
} satisfies Command;

const describe = {
  does: 'Show the declaration of tools, each with an example call',
  forms: ['<path>...'],
  options: { json },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'every path names something'],
    ['1', 'a path names nothing'],
  ],
  examples: [
    ['code-mode describe tools.geo.getCity', 'one tool'],
    ['code-mode describe tools.geo', 'a server'],
  ],
} satisfies Command;

const types = {
  does: 'Print all tools as one TypeScript declaration file',
  options: { output: option('-o, --output <file>', 'Write to this file instead of standard output.') },
  shared: [servers, commandLineServers, files],
  exits: [
    ['0', 'at least one server has listed its tools'],
    ['1', 'none has: all failed, or there are none'],
  ],
  examples: [['code-mode types -o tools.d.ts', 'for scripts in your editor']],
} satisfies Command;

export const trustActions = ['list', 'add', 'revoke'] as const;

const trust = {
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

const shownActions = ['status', 'stop'] as const;
/** Other commands start `run`; people do not type it. */
export const daemonActions = [...shownActions, 'run'] as const;

const daemon = {
  does: 'Show and stop the servers that are kept between commands',
  forms: ['status', 'stop [<server>]'],
  about: [
    'With --keep, or "keepAlive": true in the definition of a server with a "command", the server goes on after the command, and later commands ' +
      'of this folder use the same one: one browser, one login, one transaction. It ends when no command has used it for 10 minutes ' +
      '(CODE_MODE_KEEP_MINUTES).',
    'stop ends one server, in whichever folder it is used, or all.',
  ],
  options: { json },
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

const login = {
  does: 'Sign in to a server',
  forms: ['<server>'],
  about: ['Opens your browser, waits for the answer, and keeps the tokens where only you can read them.'],
  shared: [servers, commandLineServers],
  exits: [
    ['0', 'you are signed in'],
    ['1', 'the sign-in failed'],
  ],
  examples: [['code-mode login github', 'the name in the configuration']],
} satisfies Command;

const logout = {
  does: 'Sign out of a server',
  forms: ['<server>'],
  exits: [['0', 'the tokens are deleted']],
  examples: [['code-mode logout github', 'the name in the configuration']],
} satisfies Command;

const diagnose = {
  does: 'Test the sandbox and all servers',
  about: [
    'Tests and times the sandbox, asks all servers for their tools, and prints a report for an issue, without secrets.',
  ],
  options: { json },
  shared: [servers, commandLineServers, files, sandbox],
  exits: [
    ['0', 'the sandbox holds'],
    ['1', 'the sandbox has a gap'],
  ],
  examples: [['code-mode diagnose > diagnosis.md', 'into a file']],
} satisfies Command;

const stats = {
  does: 'Show what scripts saved: calls and data',
  about: [
    'What scripts spared the models of chats in VS Code and of clients of code-mode serve in this folder: calls, and answers that they did not read. ' +
      'Only numbers and names of servers are stored.',
  ],
  options: { json },
  exits: [
    ['0', 'something was counted'],
    ['1', 'nothing was'],
  ],
  examples: [['code-mode stats', 'a table']],
} satisfies Command;

export const auditActions = ['path', 'export'] as const;

const audit = {
  does: 'Export the audit log',
  forms: ['path', 'export'],
  about: [
    'The audit log has who asked for each run, which calls were allowed by what, and their outcome; no values. It is off unless ' +
      'codeMode.audit.enabled, --audit, CODE_MODE_AUDIT=1 or your administrator switches it on. path prints its folder, export all its lines, one ' +
      'JSON object each.',
  ],
  exits: [
    ['0', 'done'],
    ['1', 'there is no log'],
  ],
  examples: [['code-mode audit export > audit.jsonl', 'into a file']],
  completes: auditActions,
} satisfies Command;

const completion = {
  does: 'Print a completion script for your shell',
  forms: [`<${shells.join('|')}>`],
  exits: [['0', 'it is printed']],
  examples: [
    ['source <(code-mode completion bash)', 'in ~/.bashrc'],
    ['source <(code-mode completion zsh)', 'in ~/.zshrc, after compinit'],
    ['code-mode completion fish | source', 'in ~/.config/fish/config.fish'],
    ['code-mode completion pwsh | Out-String | Invoke-Expression', 'in $PROFILE'],
  ],
  completes: shells,
} satisfies Command;

export const commands = {
  run,
  runs,
  scripts,
  serve,
  proxy,
  setup,
  tools,
  search,
  describe,
  types,
  trust,
  daemon,
  login,
  logout,
  diagnose,
  stats,
  audit,
  completion,
} as const;
export type CommandName = keyof typeof commands;
// The keys of an object literal are exactly its type's keys.
export const commandNames = Object.keys(commands) as readonly CommandName[];

/** Returns all options of a command except `--help`, which every command has. */
export function optionsOf({ options = {}, shared = [] }: Command): readonly Option[] {
  return [options, ...shared.map((group) => group.options)].flatMap((table) => Object.values(table));
}
