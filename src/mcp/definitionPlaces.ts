// The places where servers are defined, and in which order they count (VS Code 1.139, docs/architecture.md).
import { join } from 'node:path';
import type { DefinitionFile } from './readDefinitions.ts';

/** What decides where a person's own files are. */
export interface PersonalPlaces {
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

/** The `mcp.json` of VS Code's default profile. */
export function defaultProfileFile(places: PersonalPlaces): DefinitionFile {
  return { path: join(applicationData(places), 'Code', 'User', 'mcp.json'), format: 'vscode' };
}

/** The files of other tools that VS Code can discover, in its order: Claude Desktop, Windsurf, Copilot CLI, Cursor. */
export function otherToolsFiles(places: PersonalPlaces): DefinitionFile[] {
  const { home } = places;
  const paths = [
    join(applicationData(places), 'Claude', 'claude_desktop_config.json'),
    join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    join(home, '.copilot', 'mcp-config.json'),
    join(home, '.cursor', 'mcp.json'),
  ];
  return paths.map((path) => ({ path, format: 'mcpServers' }));
}

/** Where programs keep their data: Electron's `appData`. */
export function applicationData({ env, home, platform }: PersonalPlaces): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming');
  return env['XDG_CONFIG_HOME'] || join(home, '.config');
}
