// Implements _Code Mode: Clear Stored Values_: deletes the values that scripts of this workspace stored for later
// scripts.
import * as vscode from 'vscode';
import type { Workbench } from '../../workbench/index.ts';

const clear = 'Delete';

/** Deletes the stored values after the user confirms it. */
export async function clearStoredValues(workbench: Pick<Workbench, 'clearStored'>): Promise<void> {
  const message = 'Delete what scripts of this workspace stored?';
  const detail =
    'Values of codemode.store and codemode.results, of all chats, script files and named sessions. This cannot be undone.';
  if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, clear)) !== clear) return;
  const sessions = await workbench.clearStored();
  const of = sessions === 1 ? 'one chat or script' : `${sessions} chats and scripts`;
  void vscode.window.showInformationMessage(
    sessions === 0 ? 'Nothing was stored.' : `Stored values of ${of} were deleted.`,
  );
}
