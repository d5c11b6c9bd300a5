// Warnings that offer what has to be done first.
import * as vscode from 'vscode';

/** Settles when the message is gone, which may be never: nothing should wait for it. */
export async function offer(message: string, button: string, command: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(message, button)) === button) await vscode.commands.executeCommand(command);
}

/** The same of what is done. */
export async function offerNext(message: string, button: string, command: string, argument?: unknown): Promise<void> {
  if ((await vscode.window.showInformationMessage(message, button)) === button) await vscode.commands.executeCommand(command, argument);
}

/** Answers a command about a run where none is recorded. */
export function tellNoRun(): void {
  void offerNext('There are no recorded runs in this workspace. Run a script, or let chat run one.', 'New Script', 'codeMode.newScript');
}

/** Answers a command about a server where none is defined. */
export function tellNoServer(): void {
  void offerNext('No MCP servers are defined in this workspace or in your profile.', 'Add Server…', 'codeMode.addServer');
}

/** Whether the workspace is trusted; says what to do where it is not. */
export function isTrustedHere(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offer('Code Mode runs no scripts of untrusted workspaces.', 'Manage Workspace Trust', 'workbench.trust.manage');
  return false;
}
