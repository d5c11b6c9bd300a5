// The files and settings in which servers are defined, in order of precedence (VS Code 1.139, docs/servers.md).
import { isAbsolute, join } from 'node:path';
import type { DefinitionFile, DefinitionPlace } from './readDefinitions.ts';

/** The parts of the environment that decide where a user's own files are. */
interface PersonalPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Returns the definition files of workspace folders, highest precedence first. VS Code's own file of any folder has
 * precedence over all other files.
 */
export function workspaceDefinitionFiles(...folders: readonly string[]): DefinitionFile[] {
  const files = [
    { path: '.vscode/mcp.json', format: 'vscode' },
    { path: '.mcp.json', format: 'mcpJson' },
    { path: '.cursor/mcp.json', format: 'mcpJson' },
  ] as const;
  return files.flatMap(({ path, format }) =>
    folders.map((folder) => ({ path: join(folder, path), format, folder })),
  );
}

/**
 * Returns all places, highest precedence first: those of the workspace, then the user's own. Places of an untrusted
 * workspace come last, because a definition that cannot be used must not shadow one that can.
 */
export function placesInOrder(
  workspace: readonly DefinitionFile[],
  own: readonly DefinitionPlace[],
  trusted: boolean,
): readonly DefinitionPlace[] {
  return trusted
    ? [...workspace, ...own]
    : [...own, ...workspace.map((file) => ({ ...file, distrusted: true }))];
}

/** Returns the `mcp.json` of VS Code's default profile. */
export function defaultProfileFile(places: PersonalPlaces): DefinitionFile {
  return { path: join(applicationData(places), 'Code', 'User', 'mcp.json'), format: 'vscode' };
}

/** Tools whose files VS Code can discover, in VS Code's order, named as in its setting `chat.mcp.discovery.enabled`. */
export type OtherTool = 'claude-desktop' | 'windsurf' | 'copilot' | 'cursor-global';

/** Returns the definition files of the tools that `isWanted` accepts. */
export function otherToolsFiles(
  places: PersonalPlaces,
  isWanted: (tool: OtherTool) => boolean = () => true,
): DefinitionFile[] {
  const { env, home } = places;
  const files: readonly (readonly [OtherTool, string])[] = [
    ['claude-desktop', join(applicationData(places), 'Claude', 'claude_desktop_config.json')],
    ['windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['copilot', join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json')],
    ['cursor-global', join(home, '.cursor', 'mcp.json')],
  ];
  return files.flatMap(([tool, path]) => (isWanted(tool) ? [{ path, format: 'mcpServers' }] : []));
}

/** Returns the folder for the data of programs, which is Electron's `appData`. */
export function applicationData({ env, home, platform }: PersonalPlaces): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  const configHome = env['XDG_CONFIG_HOME'];
  // The XDG specification tells programs to ignore a relative path.
  return configHome && isAbsolute(configHome) ? configHome : join(home, '.config');
}
