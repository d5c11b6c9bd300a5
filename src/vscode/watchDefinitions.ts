// Tells when the places that define servers may say something else, or count otherwise. Which files these are depends on folders
// and settings, so a change of either watches anew.
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { definitionFiles } from './definitionPlaces.ts';

/** Settings that choose servers, define them, let them run, or decide which files count. */
const settings = [
  ...['mcp', 'codeMode.servers', 'codeMode.otherToolsServers', 'chat.customizations.strictPluginOnlyCustomization'],
  ...['access', 'discovery.enabled', 'allowedServers', 'deniedServers', 'allowManagedServersOnly'].map((name) => `chat.mcp.${name}`),
];

/** Other folders of the workspace are watched as they come; their coming itself is told by the editor. */
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
  // A file that comes together with its folder is sometimes told as the folder alone.
  const folders = files.flatMap(({ path, folder }) => (folder !== undefined && dirname(path) !== folder ? [dirname(path)] : []));
  const watchers = [...files.map(({ path }) => path), ...folders].map((path) => {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(dirname(path)), basename(path));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    return vscode.Disposable.from(watcher, watcher.onDidChange(onChange), watcher.onDidCreate(onChange), watcher.onDidDelete(onChange));
  });
  return vscode.Disposable.from(...watchers);
}
