// _Code Mode: Clear Stored Values_: deletes what scripts of this workspace left to later ones.
import * as vscode from 'vscode';
import type { Workbench } from '../../workbench/createWorkbench.ts';

const clear = 'Delete';

/** After a yes. */
export async function clearStoredValues(workbench: Pick<Workbench, 'clearStored'>): Promise<void> {
  const message = 'Delete what scripts of this workspace stored?';
  const detail = 'Values of codemode.store and codemode.results, of all chats, script files and named sessions. This cannot be undone.';
  if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, clear)) !== clear) return;
  const sessions = await workbench.clearStored();
  const of = sessions === 1 ? 'one chat or script' : `${sessions} chats and scripts`;
  void vscode.window.showInformationMessage(sessions === 0 ? 'Nothing was stored.' : `Stored values of ${of} were deleted.`);
}
