// Declares options that several commands share: they choose servers and tools, and control how tools are discovered.
import { resolve } from 'node:path';
import { defaultDiscovery, discoveryPatterns } from '../../mcp/index.ts';
import { engineChoices, osConfinementModes } from '../../sandbox/index.ts';
import { hours, input, wait } from '../optionValues.ts';
import { choice, flag, option, repeated, type OptionGroup } from './option.ts';

export const json = flag('--json', 'Print JSON instead of text.');

export const servers = {
  title: 'Servers and tools',
  options: {
    configs: repeated(
      '--config <mcp.json>',
      'A file that defines servers; the first to name a server wins. Default: .vscode/mcp.json, .mcp.json and .cursor/mcp.json of ' +
        "this folder, then VS Code's own mcp.json.",
    ),
    servers: repeated('--server <glob>', 'Use only these servers; "!<glob>" leaves servers out.'),
    trust: repeated(
      '--trust <name>',
      'Trust this server of the folder for this command, or "scripts.<name>", a saved script; globs such as "git*" work.',
    ),
    trustWorkspace: flag(
      '--trust-workspace',
      'Trust all servers and saved scripts of the folder for this command, as in CI.',
    ),
    exclude: repeated('--exclude <glob>', 'Exclude tools by "server.tool", e.g. "github.delete_*".'),
    otherTools: flag(
      '--other-tools',
      'Also use the servers of Claude Desktop, Windsurf, Copilot CLI and Cursor.',
    ),
    inputs: repeated(
      '--input <id=value>',
      'Answer ${input:id} of a definition. Otherwise the environment variable CODE_MODE_INPUT_<ID> does, or you are asked.',
      (texts): ReadonlyMap<string, string> => new Map(texts.map(input)),
    ),
    fresh: flag(
      '--fresh',
      'Ask servers for their tools even if these are cached or the server failed recently.',
    ),
    waitMs: option(
      '--wait <seconds>',
      'Wait this long for a server that the command can do without. Default: 25 for a server whose tools are not known yet, else 3.',
      wait,
      3_000,
    ),
    roots: repeated('--root <folder>', 'Give servers this folder as an MCP root. Default: none.'),
    pattern: choice(
      '--discovery <pattern>',
      'When to ask servers for their tools: hybrid (use cached tools and ask meanwhile), onDemand (only for a call, or if none are cached), ' +
        'startup (as --fresh). Default: hybrid.',
      discoveryPatterns,
      defaultDiscovery.pattern,
    ),
    ttlMs: option(
      '--discovery-ttl <hours>',
      'Ask again when cached tools are older. Default: 24.',
      hours,
      defaultDiscovery.ttlMs,
    ),
    learn: {
      ...flag('--no-learn', 'Do not store or use the shapes of results of tools without an output schema.'),
      read: (texts: readonly string[]) => texts.length === 0,
    },
  },
} satisfies OptionGroup;

/** Options that define servers. `readCommandLineServers` reads them together, because their order matters. */
export const commandLineServers = {
  title: 'Servers without a file',
  options: {
    stdio: repeated(
      '--stdio <command>',
      'Use the server that this command starts. No shell runs it; NAME=value before the program sets a variable. Servers of files are left ' +
        'out unless --config is given.',
    ),
    httpUrl: repeated(
      '--http-url <url>',
      'Use the server at this address. Servers of files are left out unless --config is given.',
    ),
    header: repeated(
      '--header <name: value>',
      'Send this header to the --http-url before it. ${NAME} is a variable of the environment.',
    ),
    as: repeated(
      '--as <name>',
      'Name the --stdio or --http-url before it. Default: the name of its package, program or host.',
    ),
  },
} satisfies OptionGroup;

export const files = {
  title: 'Files of this folder',
  options: {
    readPaths: repeated(
      '--read-paths <glob>',
      'Add tools.workspace, which can read matching files, e.g. "**".',
    ),
    writePaths: repeated(
      '--write-paths <glob>',
      'Add tools.workspace, which can write matching files if you agree, or with --allow-writes.',
    ),
    scriptFolders: repeated(
      '--scripts <folder>',
      'Add the scripts of this folder as tools.scripts, beside those of .code-mode/scripts.',
      (texts): readonly string[] => texts.map((folder) => resolve(folder)),
    ),
  },
} satisfies OptionGroup;

export const sandbox = {
  title: 'Sandbox',
  options: {
    engine: choice(
      '--engine <engine>',
      'Where scripts run: auto (a process, or WebAssembly where none can be started), process, wasm (slower, without Intl). Default: auto.',
      engineChoices,
      'auto',
    ),
    sandboxOs: choice(
      '--sandbox-os <mode>',
      'Let the operating system confine scripts, too: off, auto (where it can), required. Default: auto.',
      osConfinementModes,
    ),
  },
} satisfies OptionGroup;
