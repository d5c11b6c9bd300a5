// What a scratch script is, and what stands above its first line of code: to run it, and the trace of its last run.
import * as vscode from 'vscode';

export const scratchScriptPattern = '**/.code-mode/*.ts';

export function isScratchScript({ path }: vscode.Uri): boolean {
  return /[\\/]\.code-mode[\\/][^\\/]+\.ts$/.test(path) && !path.endsWith('.d.ts');
}

export class RunCodeLens implements vscode.CodeLensProvider {
  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isScratchScript(document.uri)) return [];
    const range = document.lineAt(firstLineOfCode(document)).range;
    const lens = (title: string, command: string) => new vscode.CodeLens(range, { title, command, arguments: [document.uri] });
    return [
      lens('$(play) Run', 'codeMode.runScript'),
      lens('$(checklist) Dry Run', 'codeMode.dryRunScript'),
      lens('Last Trace', 'codeMode.openTrace'),
    ];
  }
}

/** Past blank lines and leading `//` comments, where the eye looks for the code. */
function firstLineOfCode(document: vscode.TextDocument): number {
  for (let line = 0; line < document.lineCount; line += 1) {
    const text = document.lineAt(line).text.trim();
    if (text !== '' && !text.startsWith('//')) return line;
  }
  return 0;
}
