// Lists the places that define this window's servers, in order of precedence: its folders, its workspace file, the
// user's own definitions, and the files of other tools if the user wants them.
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import {
  otherToolsFiles,
  placesInOrder,
  workspaceDefinitionFiles,
  currentHost,
  type DefinitionFile,
  type DefinitionPlace,
  type DefinitionTrust,
} from '../../mcp/definitions/index.ts';
import { trustFolder } from '../../base/files/statePaths.ts';
import { isOtherToolWanted, serverPolicy } from '../settings.ts';

/**
 * Returns the host that reads this window's definitions. Nothing of an untrusted workspace gets into the user's own
 * definitions. The names of the settings that definitions use are added to `usedSettings`.
 */
export function launchHost(trust: DefinitionTrust, usedSettings: Set<string>) {
  const setting = (name: string, folder: string | undefined) => {
    usedSettings.add(name);
    return settingText(name, folder);
  };
  return {
    ...currentHost(vscode.workspace.isTrusted ? workspaceFolders() : [], serverPolicy()),
    trust,
    setting,
  };
}

function settingText(name: string, folder: string | undefined): string | undefined {
  const settings = vscode.workspace.getConfiguration(
    undefined,
    folder === undefined ? undefined : vscode.Uri.file(folder),
  );
  const levels = vscode.workspace.isTrusted ? undefined : settings.inspect<unknown>(name);
  const value = levels ? (levels.globalValue ?? levels.defaultValue) : settings.get<unknown>(name);
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** Returns the folders whose definitions need approval: those of the window, and that of its workspace file. */
export function approvingFolders(): readonly string[] {
  return files().workspace.map(({ path, folder }) => folder ?? dirname(path));
}

/** Returns the folders on disk: the path of a virtual folder may be that of another folder on this machine. */
function workspaceFolders() {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/** `globalStorage`: the extension's storage folder, which lies inside the folder of the user's profile. */
export function definitionPlaces(globalStorage: vscode.Uri): readonly DefinitionPlace[] {
  const { workspace, otherTools } = files();
  return placesInOrder(
    workspace,
    [...personalDefinitions(globalStorage), ...otherTools],
    vscode.workspace.isTrusted,
  );
}

/** Returns the file with the user's own definitions, if they are on this machine. */
export function profileFile(globalStorage: vscode.Uri): DefinitionFile {
  return { path: vscode.Uri.joinPath(globalStorage, '..', '..', 'mcp.json').fsPath, format: 'vscode' };
}

function files() {
  const { workspaceFile } = vscode.workspace;
  const workspace = workspaceDefinitionFiles(...workspaceFolders().map(({ path }) => path));
  // A workspace that was never saved has no file of its own.
  if (workspaceFile?.scheme === 'file')
    workspace.push({ path: workspaceFile.fsPath, format: 'codeWorkspace' });
  const places = { env: process.env, home: homedir(), platform: process.platform };
  return { workspace, otherTools: otherToolsFiles(places, isOtherToolWanted) };
}

/**
 * Returns the user's own definitions. The editor knows those of each profile, and those of the user's own machine in a
 * remote window. If the editor does not tell them, the file is read.
 */
function personalDefinitions(globalStorage: vscode.Uri): readonly DefinitionPlace[] {
  const settings = vscode.workspace.getConfiguration('mcp');
  const servers = settings.inspect<unknown>('servers')?.globalValue;
  if (servers === undefined) return [profileFile(globalStorage)];
  return [
    { origin: "the user's mcp.json", servers, inputs: settings.inspect<unknown>('inputs')?.globalValue },
  ];
}

/** Settings that choose servers, define them, permit them, or select the files that count. */
const settings = [
  'mcp',
  'codeMode.servers',
  'codeMode.otherToolsServers',
  'chat.customizations.strictPluginOnlyCustomization',
  ...['access', 'discovery.enabled', 'allowedServers', 'deniedServers', 'allowManagedServersOnly'].map(
    (name) => `chat.mcp.${name}`,
  ),
];

/** Calls `onChange` when a definition may have changed. Folders that join the workspace are then watched too. */
export function watchDefinitions(
  globalStorage: vscode.Uri,
  usedSettings: ReadonlySet<string>,
  onChange: () => void,
): vscode.Disposable {
  let files = watchPlaces(globalStorage, onChange);
  const watchAnew = () => {
    files.dispose();
    files = watchPlaces(globalStorage, onChange);
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => void files.dispose()),
    vscode.workspace.onDidChangeWorkspaceFolders(watchAnew),
    vscode.workspace.onDidGrantWorkspaceTrust(onChange),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (![...settings, ...usedSettings].some((setting) => event.affectsConfiguration(setting))) return;
      watchAnew();
      onChange();
    }),
  );
}

function watchPlaces(globalStorage: vscode.Uri, onChange: () => void): vscode.Disposable {
  const { workspace, otherTools } = files();
  const watched = [...workspace, profileFile(globalStorage), ...otherTools];
  // The terminal approves and revokes in the same folders.
  const approvals = [...new Set(approvingFolders())].map((folder) =>
    watchFiles(trustFolder(folder), '*.json', onChange),
  );
  // VS Code sometimes reports a new file in a new folder as the folder alone.
  const folders = watched.flatMap(({ path, folder }) =>
    folder !== undefined && dirname(path) !== folder ? [dirname(path)] : [],
  );
  const definitions = [...watched.map(({ path }) => path), ...folders].map((path) =>
    watchFiles(dirname(path), basename(path), onChange),
  );
  return vscode.Disposable.from(...definitions, ...approvals);
}

/** Calls `onChange` when a file in the folder that matches the glob is created, changed or deleted. */
export function watchFiles(folder: string, glob: string, onChange: () => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(folder), glob);
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(onChange),
    watcher.onDidCreate(onChange),
    watcher.onDidDelete(onChange),
  );
}
