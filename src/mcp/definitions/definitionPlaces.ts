// The places where servers are defined, and in which order they count (VS Code 1.139, docs/internals.md).
import { isAbsolute, join } from 'node:path';
import type { DefinitionFile, DefinitionPlace } from './readDefinitions.ts';

/** What decides where a person's own files are. */
interface PersonalPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

/** The files of workspace folders, first in precedence first: VS Code's own file of any folder counts before all others. */
export function workspaceDefinitionFiles(...folders: readonly string[]): DefinitionFile[] {
  return [
    ...folders.map((folder): DefinitionFile => ({ path: join(folder, '.vscode', 'mcp.json'), format: 'vscode', folder })),
    ...folders.map((folder): DefinitionFile => ({ path: join(folder, '.mcp.json'), format: 'mcpJson', folder })),
    ...folders.map((folder): DefinitionFile => ({ path: join(folder, '.cursor', 'mcp.json'), format: 'mcpJson', folder })),
  ];
}

/**
 * All places, first in precedence first: the workspace's, then the person's own. Of a workspace that is not `trusted` they come last:
 * what cannot be used must not stand in the way of what can.
 */
export function placesInOrder(
  workspace: readonly DefinitionFile[],
  own: readonly DefinitionPlace[],
  trusted: boolean,
): readonly DefinitionPlace[] {
  return trusted ? [...workspace, ...own] : [...own, ...workspace.map((file) => ({ ...file, distrusted: true }))];
}

/** The `mcp.json` of VS Code's default profile. */
export function defaultProfileFile(places: PersonalPlaces): DefinitionFile {
  return { path: join(applicationData(places), 'Code', 'User', 'mcp.json'), format: 'vscode' };
}

/** The tools whose files VS Code can discover, in its order, as its setting `chat.mcp.discovery.enabled` names them. */
export type OtherTool = 'claude-desktop' | 'windsurf' | 'copilot' | 'cursor-global';

/** The files of those that are wanted. */
export function otherToolsFiles(places: PersonalPlaces, isWanted: (tool: OtherTool) => boolean = () => true): DefinitionFile[] {
  const { env, home } = places;
  const files: readonly (readonly [OtherTool, string])[] = [
    ['claude-desktop', join(applicationData(places), 'Claude', 'claude_desktop_config.json')],
    ['windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
    ['copilot', join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json')],
    ['cursor-global', join(home, '.cursor', 'mcp.json')],
  ];
  return files.flatMap(([tool, path]) => (isWanted(tool) ? [{ path, format: 'mcpServers' }] : []));
}

/** Where programs keep their data: Electron's `appData`. */
export function applicationData({ env, home, platform }: PersonalPlaces): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  const configHome = env['XDG_CONFIG_HOME'];
  // By its specification a relative path counts for nothing: it would lead into the current folder.
  return configHome && isAbsolute(configHome) ? configHome : join(home, '.config');
}
