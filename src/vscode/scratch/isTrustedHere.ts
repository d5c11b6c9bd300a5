// Scratch scripts are part of their workspace: where it is not trusted they are neither made nor run.
import * as vscode from 'vscode';

/** Whether the workspace is trusted; says what to do where it is not. */
export function isTrustedHere(): boolean {
  if (vscode.workspace.isTrusted) return true;
  const trust = 'Manage Workspace Trust';
  const message = 'Code Mode runs no scripts of a workspace that is not trusted.';
  void vscode.window.showWarningMessage(message, trust).then((chosen) => {
    if (chosen === trust) void vscode.commands.executeCommand('workbench.trust.manage');
  });
  return false;
}
