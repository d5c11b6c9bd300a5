// Routes a tool, or a whole server, from the view by editing the settings. At most one setting contains the row's own
// pattern, so that the last choice counts.
import * as vscode from 'vscode';
import type { CatalogServer, CatalogTool, WithheldTool, Route } from '../../catalog/index.ts';

const settingOf = { off: 'blockedTools', tool: 'excludedTools', code: 'codeTools' } as const satisfies Record<
  Route,
  string
>;
type Setting = (typeof settingOf)[Route];
const settings = Object.values(settingOf);

/** A row of the view: a tool, or a whole server. */
export interface RoutableRow {
  readonly server: CatalogServer;
  readonly tool?: CatalogTool | WithheldTool;
}

interface Level {
  readonly setting: Setting;
  readonly target: vscode.ConfigurationTarget;
  /** The workspace folder of the settings, if there are several. */
  readonly folder?: vscode.WorkspaceFolder;
  readonly patterns: readonly unknown[];
}

/** Returns the route of the whole server if its own pattern sets one. */
export function wholeServerRoute({ namespace }: CatalogServer): Exclude<Route, 'code'> | undefined {
  const has = (route: Route) =>
    levels().some(
      ({ setting, patterns }) => setting === settingOf[route] && patterns.includes(`${namespace}.*`),
    );
  return has('off') ? 'off' : has('tool') ? 'tool' : undefined;
}

/**
 * Makes the tool or server a direct tool, blocks it, or gives it back to scripts. If a wider pattern keeps it from
 * scripts, which also routes other tools, the settings open instead, so that the user can decide.
 */
export async function setRoute(row: RoutableRow, route: Route): Promise<void> {
  const { tool } = row;
  const own = patternOf(row);
  const why = tool?.why;
  if (route === 'code' && why && 'pattern' in why && why.pattern !== own) {
    await vscode.commands.executeCommand('workbench.action.openSettings', why.setting);
    return;
  }
  await remove(own);
  const isDirect = tool?.route === 'tool' && (why?.by === 'media' || why?.by === 'smallServer');
  if (route !== 'code' || isDirect) await add(settingOf[route], own);
}

/** Returns the pattern of the row. The names are identifiers from scripts, which contain no glob characters. */
function patternOf({ server, tool }: RoutableRow): string {
  return tool ? tool.path.replace(/^tools\./, '') : `${server.namespace}.*`;
}

async function add(setting: Setting, pattern: string): Promise<void> {
  const { Workspace, Global } = vscode.ConfigurationTarget;
  const level = levels().find((level) => level.setting === setting && level.folder === undefined);
  const target = level?.target ?? (vscode.workspace.workspaceFolders ? Workspace : Global);
  await write({ setting, target, patterns: [...(level?.patterns ?? []), pattern] });
}

async function remove(pattern: string): Promise<void> {
  for (const level of levels().filter(({ patterns }) => patterns.includes(pattern)))
    await write({ ...level, patterns: level.patterns.filter((other) => other !== pattern) });
}

/**
 * Returns the levels at which the settings have a value, for each setting in order of precedence. A value that is no
 * list also narrows, and is kept (`narrowingGlobs`).
 */
function levels(): Level[] {
  const { Workspace, WorkspaceFolder, Global } = vscode.ConfigurationTarget;
  // In a window with a single folder, the settings of the folder are those of the workspace.
  const folders = vscode.workspace.workspaceFile ? (vscode.workspace.workspaceFolders ?? []) : [];
  return settings.flatMap((setting) => {
    const inspect = (folder: vscode.WorkspaceFolder | null) =>
      vscode.workspace.getConfiguration('codeMode', folder).inspect<unknown>(setting);
    const values = inspect(null);
    const found = [
      ...folders.map((folder) => ({
        setting,
        target: WorkspaceFolder,
        folder,
        patterns: inspect(folder)?.workspaceFolderValue,
      })),
      { setting, target: Workspace, patterns: values?.workspaceValue },
      { setting, target: Global, patterns: values?.globalValue },
    ];
    return found.flatMap(({ patterns, ...where }) =>
      patterns === undefined ? [] : [{ ...where, patterns: [patterns].flat() }],
    );
  });
}

async function write({ setting, target, folder, patterns }: Level): Promise<void> {
  await vscode.workspace
    .getConfiguration('codeMode', folder)
    .update(setting, patterns.length > 0 ? patterns : undefined, target);
}
