// What a scratch script is, and what it is called.
import * as vscode from 'vscode';

export const scratchScriptPattern = '**/.code-mode/*.ts';

export function isScratchScript({ path }: vscode.Uri): boolean {
  return /[\\/]\.code-mode[\\/][^\\/]+\.ts$/.test(path) && !path.endsWith('.d.ts');
}

/** Below its folder of the workspace, with the folder's name where there are several: `.code-mode/report.ts`. By this its runs are found. */
export function scriptName(script: vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(script)) return vscode.workspace.asRelativePath(script);
  // Of the extension's storage, whose path says nothing to anybody.
  return isScratchScript(script) ? script.path.split('/').slice(-2).join('/') : vscode.workspace.asRelativePath(script);
}
