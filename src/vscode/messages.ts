// Shows messages with a button that runs the next command.
import * as vscode from 'vscode';

/** Shows a warning. Resolves when the message closes, which may be never, so nothing should await it. */
export async function offer(message: string, button: string, command: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(message, button)) === button)
    await vscode.commands.executeCommand(command);
}

/** Shows an information message. Resolves when the message closes, which may be never, so nothing should await it. */
export async function offerNext(
  message: string,
  button: string,
  command: string,
  argument?: unknown,
): Promise<void> {
  if ((await vscode.window.showInformationMessage(message, button)) === button)
    await vscode.commands.executeCommand(command, argument);
}

/** Tells the user that no run is recorded. */
export function tellNoRun(): void {
  void offerNext(
    vscode.l10n.t('There are no recorded runs in this workspace. Run a script, or let chat run one.'),
    vscode.l10n.t('New Script'),
    'codeMode.newScript',
  );
}

/** Tells the user that no server is defined. */
export function tellNoServer(): void {
  void offerNext(
    vscode.l10n.t('No MCP servers are defined in this workspace or in your profile.'),
    vscode.l10n.t('Add Server…'),
    'codeMode.addServer',
  );
}

/** True if the workspace is trusted; otherwise a message offers to manage the trust. */
export function isTrustedHere(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offer(
    vscode.l10n.t('Code Mode runs no scripts of untrusted workspaces.'),
    vscode.l10n.t('Manage Workspace Trust'),
    'workbench.trust.manage',
  );
  return false;
}
