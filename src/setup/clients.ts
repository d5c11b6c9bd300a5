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

const readsItself = 'It reads the file again by itself.';
const newSession = 'Start a new session.';

/** The member of a client's file that contains the servers, and how the client reads its file again, by dialect. */
const forms = {
  vscode: { key: 'servers', restart: readsItself },
  mcpServers: { key: 'mcpServers', restart: readsItself },
  claudeCode: { key: 'mcpServers', restart: newSession },
  claudeDesktop: { key: 'mcpServers', restart: 'Quit it and start it again.' },
  copilot: { key: 'mcpServers', restart: newSession },
  gemini: { key: 'mcpServers', restart: newSession },
  openCode: { key: 'mcp', restart: newSession },
  codex: { key: 'mcp_servers', restart: newSession },
};

/** The form of a server's entry in a client's file. */
export type ClientDialect = keyof typeof forms | 'openCode2';

interface NamedClient {
  readonly id: ClientId;
  readonly name: string;
  readonly dialect: ClientDialect;
  /** Absolute paths of the client's file. Setup uses the first one that exists, or else the first one. */
  readonly files: readonly string[];
  /** Folder whose existence shows that the client is installed; absent if the folder of its file shows that. */
  readonly sign?: string;
  /** Name of the client if it calls MCP tools from code by its own means; absent otherwise. */
  readonly runsCode?: string;
  /**
   * The folder that contains the file, if everybody who opens this folder shares the file. No link may lead out of this
   * folder, and such a client is set up only if `--client` names it.
   */
  readonly within?: string;
}

export interface ClientProgram extends NamedClient {
  /** The member of the file that contains the servers; a dot separates nested members, as in `mcp.servers`. */
  readonly key: string;
  /** Sentence that tells a person how the client reads its file again. */
  readonly restart: string;
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
  return [...clientsOfUser(places), ...clientsOfFolder(places)].map((client) => ({
    ...client,
    ...forms[client.dialect],
  }));
}

type ListedClient = NamedClient & { readonly dialect: keyof typeof forms };

function clientsOfUser(places: ClientPlaces): readonly ListedClient[] {
  const { home } = places;
  const data = applicationData(places);
  const at = (variable: string, otherwise: string): string => {
    const named = places.env[variable];
    return named && isAbsolute(named) ? named : otherwise;
  };
  const codeOf = (product: string) => [join(data, product, 'User', 'mcp.json')];
  const openCode = join(at('XDG_CONFIG_HOME', join(home, '.config')), 'opencode');
  return [
    { id: 'vscode', name: 'VS Code', dialect: 'vscode', files: codeOf('Code') },
    { id: 'vscode-insiders', name: 'VS Code Insiders', dialect: 'vscode', files: codeOf('Code - Insiders') },
    {
      id: 'claude-code',
      name: 'Claude Code',
      dialect: 'claudeCode',
      files: [join(at('CLAUDE_CONFIG_DIR', home), '.claude.json')],
      sign: at('CLAUDE_CONFIG_DIR', join(home, '.claude')),
    },
    {
      id: 'claude-desktop',
      name: 'Claude Desktop',
      dialect: 'claudeDesktop',
      files: claudeDesktopFolders(places, data).map((path) => join(path, 'claude_desktop_config.json')),
    },
    { id: 'cursor', name: 'Cursor', dialect: 'mcpServers', files: [join(home, '.cursor', 'mcp.json')] },
    {
      id: 'codex',
      name: 'Codex',
      dialect: 'codex',
      files: [join(at('CODEX_HOME', join(home, '.codex')), 'config.toml')],
      runsCode: 'Codex with GPT-5.6',
    },
    {
      id: 'copilot-cli',
      name: 'Copilot CLI',
      dialect: 'copilot',
      files: [join(at('COPILOT_HOME', join(home, '.copilot')), 'mcp-config.json')],
    },
    {
      id: 'gemini-cli',
      name: 'Gemini CLI',
      dialect: 'gemini',
      files: [join(at('GEMINI_CLI_HOME', home), '.gemini', 'settings.json')],
    },
    {
      id: 'opencode',
      name: 'OpenCode',
      dialect: 'openCode',
      files: [join(openCode, 'opencode.json'), join(openCode, 'opencode.jsonc')],
      runsCode: 'OpenCode 2',
    },
  ];
}

/** Returns the clients whose file is in the current folder. */
function clientsOfFolder({ folder }: ClientPlaces): readonly ListedClient[] {
  return [
    {
      id: 'vscode-workspace',
      name: 'VS Code in this folder',
      dialect: 'vscode',
      files: [join(folder, '.vscode', 'mcp.json')],
      within: folder,
    },
    {
      id: 'claude-code-project',
      name: 'Claude Code in this folder',
      dialect: 'claudeCode',
      files: [join(folder, '.mcp.json')],
      within: folder,
    },
  ];
}

/**
 * Returns the folders of Claude Desktop. The current Windows installer (MSIX) keeps the file in the folder to which
 * Windows redirects the app's writes; the earlier installer did not.
 */
function claudeDesktopFolders({ env, home, platform }: ClientPlaces, data: string): readonly string[] {
  const folder = join(data, 'Claude');
  if (platform !== 'win32') return [folder];
  const local = env['LOCALAPPDATA'] || join(home, 'AppData', 'Local');
  return [join(local, 'Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'), folder];
}
