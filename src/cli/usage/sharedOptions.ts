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
    { name: 'exclude', takes: 'glob', repeats: true, help: 'Leave out tools by "server.tool", e.g. "github.delete_*".' },
    { name: 'other-tools', help: 'Also use the servers of Claude Desktop, Windsurf, Copilot CLI and Cursor.' },
    {
      name: 'input',
      takes: 'id=value',
      repeats: true,
      help: 'Answer ${input:id} of a definition. Otherwise the environment variable CODE_MODE_INPUT_<ID> does, or you are asked.',
    },
    { name: 'fresh', help: 'Ask servers for their tools, also those whose tools are cached or that failed lately.' },
    { name: 'wait', takes: 'seconds', help: 'Wait so long for a server that the command can do without. Default: 3.' },
    { name: 'root', takes: 'folder', repeats: true, isFile: true, help: 'Tell servers of this folder (MCP roots); unless given, of none.' },
    {
      name: 'discovery',
      takes: 'pattern',
      values: discoveryPatterns,
      help:
        'When servers are asked for their tools: hybrid (tools are as listed last, servers are asked meanwhile), onDemand (only for a call, or ' +
        'where nothing is known), startup (as --fresh). Default: hybrid.',
    },
    { name: 'discovery-ttl', takes: 'hours', help: 'Ask again for tools that were listed longer ago. Default: 24.' },
    { name: 'no-learn', help: 'Neither remember nor use the shapes of what tools without an output schema answer.' },
  ],
};

export const files: OptionGroup = {
  title: 'Files of this folder',
  options: [
    { name: 'read-paths', takes: 'glob', repeats: true, help: 'Add tools.workspace, which may read what matches, e.g. "**".' },
    {
      name: 'write-paths',
      takes: 'glob',
      repeats: true,
      help: 'Add tools.workspace, which may write what matches, if --allow-writes or you let it.',
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
      help: 'Whether the operating system confines scripts as well: off, auto (where it can), required. Default: auto.',
    },
  ],
};
