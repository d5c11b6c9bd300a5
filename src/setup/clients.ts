// Describes the MCP clients that `code-mode setup` supports, with the files that contain their servers
// (docs/decisions/0026-setup.md has the sources).
import { isAbsolute, join } from 'node:path';
import { applicationData } from '../mcp/definitions/index.ts';

/** The ids of the clients that `code-mode setup` supports; `--client` takes them. */
export const clientIds = [
  'vscode',
  'vscode-insiders',
  'claude-code',
  'claude-desktop',
  'cursor',
  'codex',
  'copilot-cli',
  'gemini-cli',
  'opencode',
  'vscode-workspace',
  'claude-code-project',
] as const;
export type ClientId = (typeof clientIds)[number];

/** The form of a server's entry in a client's file. */
export type ClientDialect =
  | 'vscode'
  | 'mcpServers'
  | 'claudeCode'
  | 'claudeDesktop'
  | 'copilot'
  | 'gemini'
  | 'openCode'
  | 'openCode2'
  | 'codex';

export interface ClientProgram {
  readonly id: ClientId;
  readonly name: string;
  /** Absolute paths of the client's file. Setup uses the first one that exists, or else the first one. */
  readonly files: readonly string[];
  /** Folders whose existence shows that the client is installed. */
  readonly signs: readonly string[];
  readonly dialect: ClientDialect;
  /** The member of the file that contains the servers; a dot separates nested members, as in `mcp.servers`. */
  readonly key: string;
  /** Sentence that tells a person how the client reads its file again. */
  readonly restart: string;
  /** Name of the client if it calls MCP tools from code by its own means; absent otherwise. */
  readonly runsCode?: string;
  /** True if everybody who opens this folder shares the file; such a client is set up only if `--client` names it. */
  readonly isShared?: boolean;
  /** The folder that contains the file; no link may lead out of this folder. */
  readonly within?: string;
}

export interface ClientPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The current folder, absolute. */
  readonly folder: string;
}

/** Returns the format of the client's file; JSON may have comments. */
export function formatOf({ dialect }: Pick<ClientProgram, 'dialect'>): 'toml' | 'json' {
  return dialect === 'codex' ? 'toml' : 'json';
}

export function clientsAt(places: ClientPlaces): readonly ClientProgram[] {
  const { home, folder } = places;
  const data = applicationData(places);
  const at = (variable: string, otherwise: string): string => {
    const named = places.env[variable];
    return named && isAbsolute(named) ? named : otherwise;
  };
  const codex = at('CODEX_HOME', join(home, '.codex'));
  const copilot = at('COPILOT_HOME', join(home, '.copilot'));
  const gemini = join(at('GEMINI_CLI_HOME', home), '.gemini');
  const openCode = join(at('XDG_CONFIG_HOME', join(home, '.config')), 'opencode');
  const vsCode = (id: ClientId, name: string, product: string): ClientProgram => {
    const user = join(data, product, 'User');
    return {
      id,
      name,
      files: [join(user, 'mcp.json')],
      signs: [user],
      dialect: 'vscode',
      key: 'servers',
      restart: 'It reads the file again by itself.',
    };
  };
  return [
    vsCode('vscode', 'VS Code', 'Code'),
    vsCode('vscode-insiders', 'VS Code Insiders', 'Code - Insiders'),
    {
      id: 'claude-code',
      name: 'Claude Code',
      dialect: 'claudeCode',
      key: 'mcpServers',
      restart: 'Start a new session.',
      files: [join(at('CLAUDE_CONFIG_DIR', home), '.claude.json')],
      signs: [at('CLAUDE_CONFIG_DIR', join(home, '.claude'))],
    },
    claudeDesktop(places, data),
    {
      id: 'cursor',
      name: 'Cursor',
      dialect: 'mcpServers',
      key: 'mcpServers',
      restart: 'It reads the file again by itself.',
      files: [join(home, '.cursor', 'mcp.json')],
      signs: [join(home, '.cursor')],
    },
    {
      id: 'codex',
      name: 'Codex',
      dialect: 'codex',
      key: 'mcp_servers',
      restart: 'Start a new session.',
      runsCode: 'Codex with GPT-5.6',
      files: [join(codex, 'config.toml')],
      signs: [codex],
    },
    {
      id: 'copilot-cli',
      name: 'Copilot CLI',
      dialect: 'copilot',
      key: 'mcpServers',
      restart: 'Start a new session.',
      files: [join(copilot, 'mcp-config.json')],
      signs: [copilot],
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      dialect: 'gemini',
      key: 'mcpServers',
      restart: 'Start a new session.',
      files: [join(gemini, 'settings.json')],
      signs: [gemini],
    },
    {
      id: 'opencode',
      name: 'OpenCode',
      dialect: 'openCode',
      key: 'mcp',
      restart: 'Start a new session.',
      runsCode: 'OpenCode 2',
      files: [join(openCode, 'opencode.json'), join(openCode, 'opencode.jsonc')],
      signs: [openCode],
    },
    {
      id: 'vscode-workspace',
      name: 'VS Code in this folder',
      dialect: 'vscode',
      key: 'servers',
      restart: 'It reads the file again by itself.',
      files: [join(folder, '.vscode', 'mcp.json')],
      signs: [],
      isShared: true,
      within: folder,
    },
    {
      id: 'claude-code-project',
      name: 'Claude Code in this folder',
      dialect: 'claudeCode',
      key: 'mcpServers',
      files: [join(folder, '.mcp.json')],
      signs: [],
      restart: 'Start a new session.',
      isShared: true,
      within: folder,
    },
  ];
}

/**
 * Returns Claude Desktop. The current Windows installer (MSIX) keeps the file in the folder to which Windows redirects
 * the app's writes; the earlier installer did not.
 */
function claudeDesktop({ env, home, platform }: ClientPlaces, data: string): ClientProgram {
  const folders = [join(data, 'Claude')];
  if (platform === 'win32') {
    const local = env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
    folders.unshift(join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'));
  }
  return {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    dialect: 'claudeDesktop',
    key: 'mcpServers',
    restart: 'Quit it and start it again.',
    files: folders.map((folder) => join(folder, 'claude_desktop_config.json')),
    signs: folders,
  };
}
