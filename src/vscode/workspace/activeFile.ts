// The file that the user has before them.
import * as vscode from 'vscode';

/** By its tab, which is there while its text is still being loaded, is also that of a notebook or picture, and is never the output panel. */
export function activeFile(): vscode.Uri | undefined {
  const { activeTextEditor, tabGroups } = vscode.window;
  const input = tabGroups.activeTabGroup.activeTab?.input;
  const hasFile =
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook;
  return hasFile ? input.uri : activeTextEditor?.document.uri;
}
