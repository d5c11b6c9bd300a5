// Scratch scripts are part of their workspace: where it is not trusted they are neither made nor run.
import * as vscode from 'vscode';
import { offer } from '../offer.ts';

/** Whether the workspace is trusted; says what to do where it is not. */
export function isTrustedHere(): boolean {
  if (vscode.workspace.isTrusted) return true;
  void offer('Code Mode runs no scripts of a workspace that is not trusted.', 'Manage Workspace Trust', 'workbench.trust.manage');
  return false;
}
