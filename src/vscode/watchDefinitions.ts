// Tells when the places that define servers may say something else. Which files these are depends on folders and settings,
// so a change of either watches anew.
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import { definitionFiles } from './definitionPlaces.ts';

/** Settings that choose servers, define them, or decide which files do. */
const settings = ['mcp', 'codeMode.servers', 'codeMode.otherToolsServers'];

export function watchDefinitions(globalStorage: vscode.Uri, onChange: () => void): vscode.Disposable {
  let files = watchFiles(globalStorage, onChange);
  const again = () => {
    files.dispose();
    files = watchFiles(globalStorage, onChange);
    onChange();
  };
  return vscode.Disposable.from(
    new vscode.Disposable(() => void files.dispose()),
    vscode.workspace.onDidChangeWorkspaceFolders(again),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (settings.some((setting) => event.affectsConfiguration(setting))) again();
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
