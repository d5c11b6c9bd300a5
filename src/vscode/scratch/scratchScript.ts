// What a scratch script is.
import type * as vscode from 'vscode';

export const scratchScriptPattern = '**/.code-mode/*.ts';

export function isScratchScript({ path }: vscode.Uri): boolean {
  return /[\\/]\.code-mode[\\/][^\\/]+\.ts$/.test(path) && !path.endsWith('.d.ts');
}
