// Lists the folders of the window that have saved scripts.
import * as vscode from 'vscode';
import { scriptFolders, type ScriptFolder } from '../../engine/savedScripts/index.ts';
import { namedScriptFolders } from '../settings.ts';

/** Returns the script folders of the window, with those that the settings name; none in an untrusted workspace. */
export function windowScriptFolders(): readonly ScriptFolder[] {
  if (!vscode.workspace.isTrusted) return [];
  const workspaces = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const all = workspaces.flatMap(({ uri }) => scriptFolders(uri.fsPath, namedScriptFolders(uri)));
  return [...new Map(all.map((folder) => [folder.path, folder])).values()];
}

/** Calls `changed` when the list of script folders may have changed. */
export function onDidChangeScriptFolders(changed: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeWorkspaceFolders(changed),
    vscode.workspace.onDidGrantWorkspaceTrust(changed),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('codeMode.scripts.folders')) changed();
    }),
  );
}

/** Shares the script folders with menus and keys: `resourceDirname in codeMode.scriptFolders`. */
export function shareScriptFolders(): void {
  // In a remote window the editor names folders in another form than the extension host, so the list contains both
  // forms.
  const paths = windowScriptFolders().flatMap((folder) => {
    const { path, fsPath } = vscode.Uri.file(folder.path);
    return [path, fsPath];
  });
  void vscode.commands.executeCommand('setContext', 'codeMode.scriptFolders', [...new Set(paths)]);
}
