// Where VS Code has created, deleted or renamed files: what stands there now is not what was there when something was allowed of it.
import * as vscode from 'vscode';

/** Hears of folders, too, in place of what is in them. */
export function onDidReplaceFiles(replaced: (files: readonly vscode.Uri[]) => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => replaced(files)),
    vscode.workspace.onDidDeleteFiles(({ files }) => replaced(files)),
    vscode.workspace.onDidRenameFiles(({ files }) => replaced(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri]))),
  );
}
