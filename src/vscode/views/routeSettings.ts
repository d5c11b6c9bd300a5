// How a person routes a tool, or a whole server, in the view: edits of the settings that do it. Of a row's own patterns one setting at most
// has one, so that what was chosen last holds.
import * as vscode from 'vscode';
import type { CatalogServer, CatalogTool, WithheldTool } from '../../catalog/catalogSnapshot.ts';
import type { Route } from '../../routing/routing.ts';

const settingOf = { off: 'blockedTools', tool: 'excludedTools', code: 'codeTools' } as const satisfies Record<Route, string>;
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
  /** Whose settings they are, of several. */
  readonly folder?: vscode.WorkspaceFolder;
  readonly patterns: readonly unknown[];
}

/** Where the whole server is routed by its own pattern. */
export function wholeServerRoute({ namespace }: CatalogServer): Exclude<Route, 'code'> | undefined {
  const has = (route: Route) =>
    levels().some(({ setting, patterns }) => setting === settingOf[route] && patterns.includes(`${namespace}.*`));
  return has('off') ? 'off' : has('tool') ? 'tool' : undefined;
}

/** An ordinary tool, or none at all: scripts cannot call it. */
export async function withhold(row: RoutableRow, route: 'tool' | 'off'): Promise<void> {
  const own = patternOf(row);
  await remove([own]);
  await add(settingOf[route], own);
}

/** Takes the row's own pattern back; a wider one, which routes other tools as well, is for the person to judge. */
export async function useThroughCode(row: RoutableRow): Promise<void> {
  const { tool } = row;
  const own = patternOf(row);
  const why = tool?.why;
  if (why && 'pattern' in why && why.pattern !== own) {
    await vscode.commands.executeCommand('workbench.action.openSettings', why.setting);
    return;
  }
  await remove([own]);
  if (tool?.route === 'tool' && (why?.by === 'media' || why?.by === 'smallServer')) await add(settingOf.code, own);
}

/** Names in scripts are identifiers, so they hold nothing that a glob would read otherwise. */
function patternOf({ server, tool }: RoutableRow): string {
  return tool ? tool.path.replace(/^tools\./, '') : `${server.namespace}.*`;
}

async function add(setting: Setting, pattern: string): Promise<void> {
  const { Workspace, Global } = vscode.ConfigurationTarget;
  const level = levels().find((level) => level.setting === setting && level.folder === undefined);
  const target = level?.target ?? (vscode.workspace.workspaceFolders ? Workspace : Global);
  await write({ setting, target, patterns: [...(level?.patterns ?? []), pattern] });
}

async function remove(patterns: readonly string[]): Promise<void> {
  const isOne = (pattern: unknown) => patterns.some((removed) => removed === pattern);
  for (const level of levels().filter((level) => level.patterns.some(isOne))) {
    await write({ ...level, patterns: level.patterns.filter((pattern) => !isOne(pattern)) });
  }
}

/** Where the settings have a value, of each the one that counts first. What is no list narrows as well, and stays (`narrowingGlobs`). */
function levels(): Level[] {
  const { Workspace, WorkspaceFolder, Global } = vscode.ConfigurationTarget;
  // Those of a single folder are those of the workspace.
  const folders = vscode.workspace.workspaceFile ? (vscode.workspace.workspaceFolders ?? []) : [];
  return settings.flatMap((setting) => {
    const inspect = (folder?: vscode.WorkspaceFolder) => vscode.workspace.getConfiguration('codeMode', folder).inspect<unknown>(setting);
    const values = inspect();
    const found = [
      ...folders.map((folder) => ({ setting, target: WorkspaceFolder, folder, patterns: inspect(folder)?.workspaceFolderValue })),
      { setting, target: Workspace, patterns: values?.workspaceValue },
      { setting, target: Global, patterns: values?.globalValue },
    ];
    return found.flatMap(({ patterns, ...where }) => (patterns === undefined ? [] : [{ ...where, patterns: [patterns].flat() }]));
  });
}

async function write({ setting, target, folder, patterns }: Level): Promise<void> {
  await vscode.workspace.getConfiguration('codeMode', folder).update(setting, patterns.length > 0 ? patterns : undefined, target);
}
