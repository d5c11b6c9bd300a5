// Options that several commands have: which servers and tools there are, and how their tools become known.
import { discoveryPatterns } from '../../mcp/connection/discoveryRules.ts';
import { engineChoices, osConfinementModes } from '../../sandbox/host/sandboxPort.ts';
import type { Option, OptionGroup } from './option.ts';

export const json: Option = { name: 'json', help: 'Print JSON instead of text.' };

export const servers: OptionGroup = {
  title: 'Servers and tools',
  options: [
    {
      name: 'config',
      takes: 'mcp.json',
      repeats: true,
      isFile: true,
      help:
        'A file that defines servers; the first to name a server wins. Default: .vscode/mcp.json, .mcp.json and .cursor/mcp.json of ' +
        "this folder, then VS Code's own mcp.json.",
    },
    { name: 'server', takes: 'glob', repeats: true, help: 'Use only these servers; "!<glob>" leaves servers out.' },
    {
      name: 'trust',
      takes: 'name',
      repeats: true,
      help: 'Trust this server of the folder for this command, or "scripts.<name>", a saved script; globs such as "git*" work.',
    },
    { name: 'trust-workspace', help: 'Trust all servers and saved scripts of the folder for this command, as in CI.' },
    { name: 'exclude', takes: 'glob', repeats: true, help: 'Exclude tools by "server.tool", e.g. "github.delete_*".' },
    { name: 'other-tools', help: 'Also use the servers of Claude Desktop, Windsurf, Copilot CLI and Cursor.' },
    {
      name: 'input',
      takes: 'id=value',
      repeats: true,
      help: 'Answer ${input:id} of a definition. Otherwise the environment variable CODE_MODE_INPUT_<ID> does, or you are asked.',
    },
    { name: 'fresh', help: 'Ask servers for their tools even if these are cached or the server failed recently.' },
    { name: 'wait', takes: 'seconds', help: 'Wait this long for a server that the command can do without. Default: 3.' },
    { name: 'root', takes: 'folder', repeats: true, isFile: true, help: 'Give servers this folder as an MCP root. Default: none.' },
    {
      name: 'discovery',
      takes: 'pattern',
      values: discoveryPatterns,
      help:
        'When to ask servers for their tools: hybrid (use cached tools and ask meanwhile), onDemand (only for a call, or if none are cached), ' +
        'startup (as --fresh). Default: hybrid.',
    },
    { name: 'discovery-ttl', takes: 'hours', help: 'Ask again when cached tools are older. Default: 24.' },
    { name: 'no-learn', help: 'Do not store or use the shapes of results of tools without an output schema.' },
  ],
};

export const files: OptionGroup = {
  title: 'Files of this folder',
  options: [
    { name: 'read-paths', takes: 'glob', repeats: true, help: 'Add tools.workspace, which can read matching files, e.g. "**".' },
    {
      name: 'write-paths',
      takes: 'glob',
      repeats: true,
      help: 'Add tools.workspace, which can write matching files if you agree, or with --allow-writes.',
    },
    {
      name: 'scripts',
      takes: 'folder',
      repeats: true,
      isFile: true,
      help: 'Add the scripts of this folder as tools.scripts, beside those of .code-mode/scripts.',
    },
  ],
};

export const sandbox: OptionGroup = {
  title: 'Sandbox',
  options: [
    {
      name: 'engine',
      takes: 'engine',
      values: engineChoices,
      help: 'Where scripts run: auto (a process, or WebAssembly where none can be started), process, wasm (slower, without Intl). Default: auto.',
    },
    {
      name: 'sandbox-os',
      takes: 'mode',
      values: osConfinementModes,
      help: 'Let the operating system confine scripts, too: off, auto (where it can), required. Default: auto.',
    },
  ],
};
