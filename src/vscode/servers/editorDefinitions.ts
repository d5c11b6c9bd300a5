// Where this window's servers are defined, first in precedence first: its folders, its workspace file, the person's own
// definitions, and the files of other tools where the person wants them.
import { homedir } from 'node:os';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { otherToolsFiles, placesInOrder, workspaceDefinitionFiles } from '../../mcp/definitions/definitionPlaces.ts';
import type { DefinitionFile, DefinitionPlace } from '../../mcp/definitions/readDefinitions.ts';
import { currentHost, type LaunchHost } from '../../mcp/definitions/serverLaunch.ts';
import type { WorkspaceFolder } from '../../mcp/definitions/variables.ts';
import { isOtherToolWanted, serverPolicy } from '../settings.ts';

/** What this window gives to definitions. Nothing of a workspace that is not trusted gets into the person's own. */
export function launchHost(): LaunchHost {
  return currentHost(vscode.workspace.isTrusted ? workspaceFolders() : [], serverPolicy());
}

function workspaceFolders(): readonly WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uri.fsPath }));
}

/** `globalStorage` is the extension's: the person's profile is the folder around it. */
export function definitionPlaces(globalStorage: vscode.Uri): readonly DefinitionPlace[] {
  const { workspace, otherTools } = files();
  return placesInOrder(workspace, [...personalDefinitions(globalStorage), ...otherTools], vscode.workspace.isTrusted);
}

/** The files among the places, whether they exist or not. */
function definitionFiles(globalStorage: vscode.Uri): readonly DefinitionFile[] {
  const { workspace, otherTools } = files();
  return [...workspace, profileFile(globalStorage), ...otherTools];
}

/** Where the person's own definitions are written, if they are on this machine. */
export function profileFile(globalStorage: vscode.Uri): DefinitionFile {
  return { path: vscode.Uri.joinPath(globalStorage, '..', '..', 'mcp.json').fsPath, format: 'vscode' };
}

function files() {
  const { workspaceFile } = vscode.workspace;
  const workspace = workspaceDefinitionFiles(...workspaceFolders().map(({ path }) => path));
  // A workspace that was never saved has no file of its own.
  if (workspaceFile?.scheme === 'file') workspace.push({ path: workspaceFile.fsPath, format: 'codeWorkspace' });
  const places = { env: process.env, home: homedir(), platform: process.platform };
  return { workspace, otherTools: otherToolsFiles(places, isOtherToolWanted) };
}

/** The editor knows them of every profile, and of the person's own machine in a remote window; an editor that does not, has the file. */
function personalDefinitions(globalStorage: vscode.Uri): readonly DefinitionPlace[] {
  const settings = vscode.workspace.getConfiguration('mcp');
  const servers = settings.inspect<unknown>('servers')?.globalValue;
  if (servers === undefined) return [profileFile(globalStorage)];
  return [{ origin: "the user's mcp.json", servers, inputs: settings.inspect<unknown>('inputs')?.globalValue }];
}

/** Settings that choose servers, define them, let them run, or decide which files count. */
const settings = [
  ...['mcp', 'codeMode.servers', 'codeMode.otherToolsServers', 'chat.customizations.strictPluginOnlyCustomization'],
  ...['access', 'discovery.enabled', 'allowedServers', 'deniedServers', 'allowManagedServersOnly'].map((name) => `chat.mcp.${name}`),
];

/** Other folders of the workspace are watched as they come; the editor announces them. */
export function watchDefinitions(globalStorage: vscode.Uri, onChange: () => void): vscode.Disposable {
  let files = watchFiles(globalStorage, onChange);
  const watchAnew = () => {
    files.dispose();
    files = watchFiles(globalStorage, onChange);
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => void files.dispose()),
    vscode.workspace.onDidChangeWorkspaceFolders(watchAnew),
    vscode.workspace.onDidGrantWorkspaceTrust(onChange),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!settings.some((setting) => event.affectsConfiguration(setting))) return;
      watchAnew();
      onChange();
    }),
  );
}

function watchFiles(globalStorage: vscode.Uri, onChange: () => void): vscode.Disposable {
  const files = definitionFiles(globalStorage);
  // A file that comes together with its folder is sometimes reported as the folder alone.
  const folders = files.flatMap(({ path, folder }) => (folder !== undefined && dirname(path) !== folder ? [dirname(path)] : []));
  const watchers = [...files.map(({ path }) => path), ...folders].map((path) => {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(path)), basename(path));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    return vscode.Disposable.from(watcher, watcher.onDidChange(onChange), watcher.onDidCreate(onChange), watcher.onDidDelete(onChange));
  });
  return vscode.Disposable.from(...watchers);
}
