// Reports the files that VS Code created, deleted or renamed. Consents for such a file must end, because its present
// content is not the content that the user approved.
import * as vscode from 'vscode';

/** Called with files and folders; a folder stands for everything in it. */
export function onDidReplaceFiles(replaced: (files: readonly vscode.Uri[]) => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidCreateFiles(({ files }) => replaced(files)),
    vscode.workspace.onDidDeleteFiles(({ files }) => replaced(files)),
    vscode.workspace.onDidRenameFiles(({ files }) =>
      replaced(files.flatMap(({ oldUri, newUri }) => [oldUri, newUri])),
    ),
  );
}
