// Finds the file that the user has open.
import * as vscode from 'vscode';

/**
 * Returns the file of the active tab. A tab exists while its text is still loading, may hold a notebook or a picture,
 * and is never the output panel.
 */
export function activeFile(): vscode.Uri | undefined {
  const { activeTextEditor, tabGroups } = vscode.window;
  const input = tabGroups.activeTabGroup.activeTab?.input;
  const hasFile =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return hasFile ? input.uri : activeTextEditor?.document.uri;
}
