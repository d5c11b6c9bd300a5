// Which folders of the window have saved scripts.
import * as vscode from 'vscode';
import type { ScriptFolder } from '../../scripts/scriptFiles.ts';
import { scriptFolders } from '../../scripts/scriptFolders.ts';
import { namedScriptFolders } from '../settings.ts';

/** Of all folders of the window, each with those that settings name. A workspace that is not trusted has none. */
export function windowScriptFolders(): readonly ScriptFolder[] {
  if (!vscode.workspace.isTrusted) return [];
  const workspaces = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const all = workspaces.flatMap(({ uri }) => scriptFolders(uri.fsPath, namedScriptFolders(uri)));
  return [...new Map(all.map((folder) => [folder.path, folder])).values()];
}

/** Fires when there may be others. */
export function onDidChangeScriptFolders(changed: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('codeMode.scripts.folders')) changed();
    }),
  );
}

/** Lets menus and keys know them: `resourceDirname in codeMode.scriptFolders`. */
export function shareScriptFolders(): void {
  // As the editor names folders there: in a remote window it has another address for them than we do.
  const paths = windowScriptFolders().flatMap((folder) => {
    const { path, fsPath } = vscode.Uri.file(folder.path);
    return [path, fsPath];
  });
  void vscode.commands.executeCommand('setContext', 'codeMode.scriptFolders', [...new Set(paths)]);
}
