// What stands above a scratch script's first line of code: to run it, and the trace of its last run, where it has one.
import * as vscode from 'vscode';
import { isScratchScript } from './scratchScript.ts';

export class RunCodeLens implements vscode.CodeLensProvider {
  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (!isScratchScript(document.uri)) return [];
    return [lensOf(document, '$(play) Run', 'codeMode.runScript'), lensOf(document, '$(checklist) Dry Run', 'codeMode.dryRunScript')];
  }
}

// A provider of its own: what runs the script does not wait for the list of runs.
export class LastTraceCodeLens implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #hasRun: (script: vscode.Uri) => Promise<boolean>;

  /** `hasRun`: a run of the script is recorded. `onDidChange`: of another one that may be so now. */
  constructor(hasRun: (script: vscode.Uri) => Promise<boolean>, onDidChange: vscode.Event<void>) {
    this.#hasRun = hasRun;
    this.onDidChangeCodeLenses = onDidChange;
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!isScratchScript(document.uri) || !vscode.workspace.isTrusted || !(await this.#hasRun(document.uri))) return [];
    return [lensOf(document, 'Last Trace', 'codeMode.openTrace')];
  }
}

function lensOf(document: vscode.TextDocument, title: string, command: string): vscode.CodeLens {
  const { range } = document.lineAt(firstLineOfCode(document));
  return new vscode.CodeLens(range, { title, command, arguments: [document.uri] });
}

/** Past blank lines and leading `//` comments, where the eye looks for the code. */
function firstLineOfCode(document: vscode.TextDocument): number {
  for (let line = 0; line < document.lineCount; line += 1) {
    const text = document.lineAt(line).text.trim();
    if (text !== '' && !text.startsWith('//')) return line;
  }
  return 0;
}
