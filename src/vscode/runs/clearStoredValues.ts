// Implements _Code Mode: Clear Stored Values_: deletes the values that scripts of this workspace stored for later
// scripts.
import * as vscode from 'vscode';
import type { Workbench } from '../../workbench/index.ts';

const clear = vscode.l10n.t('Delete');

/** Deletes the stored values after the user confirms it. */
export async function clearStoredValues(workbench: Pick<Workbench, 'clearStored'>): Promise<void> {
  const message = vscode.l10n.t('Delete what scripts of this workspace stored?');
  const detail = vscode.l10n.t(
    'Values of codemode.store and codemode.results, of all chats, script files and named sessions. This cannot be undone.',
  );
  if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, clear)) !== clear) return;
  const sessions = await workbench.clearStored();
  const of =
    sessions === 1 ? vscode.l10n.t('one chat or script') : vscode.l10n.t('{0} chats and scripts', sessions);
  void vscode.window.showInformationMessage(
    sessions === 0
      ? vscode.l10n.t('Nothing was stored.')
      : vscode.l10n.t('Stored values of {0} were deleted.', of),
  );
}
