// What stands above a script's first line of code: to run it, to stop it, how its last run went, and the trace of that, where it has one.
import * as vscode from 'vscode';
import { takesArguments } from '../scripts/parametersOf.ts';
import { isScript, scriptName } from './scratchScript.ts';
import type { ScriptRunner } from './scriptRunner.ts';

type Runs = Pick<ScriptRunner, 'isRunning' | 'lastRun'>;

export class RunCodeLens implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #runs: () => Runs | undefined;

  /** `runs`: undefined while nothing ran in this window. `onDidChange`: a script has begun to run, or has ended. */
  constructor(runs: () => Runs | undefined, onDidChange: vscode.Event<void>) {
    this.#runs = runs;
    this.onDidChangeCodeLenses = onDidChange;
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { uri } = document;
    if (!isScript(uri)) return [];
    const runs = this.#runs();
    if (runs?.isRunning(uri) === true) {
      return [
        lensOf(document, '$(debug-stop) Stop', 'codeMode.stopScript'),
        lensOf(document, '$(loading~spin) Running', 'codeMode.showResult'),
      ];
    }
    const last = runs?.lastRun(uri);
    return [
      lensOf(document, '$(play) Run', 'codeMode.runScript'),
      ...(takesArguments(document.getText()) ? [lensOf(document, 'Run with Arguments…', 'codeMode.runWithArguments')] : []),
      lensOf(document, '$(checklist) Dry Run', 'codeMode.dryRunScript'),
      lensOf(document, '$(debug-alt) Debug', 'codeMode.debugScript'),
      ...(last === undefined ? [] : [lensOf(document, last, 'codeMode.showResult')]),
    ];
  }
}

// A provider of its own: what runs the script does not wait for the list of runs.
export class LastTraceCodeLens implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #scriptsRun: () => Promise<ReadonlySet<string>>;
  /** By the name of each script that was asked about, what was last said. */
  readonly #said = new Map<string, boolean>();

  /** `scriptsRun`: the names of those of which a run is recorded. `onDidChange`: something changed about runs, as it does each second while one is on. */
  constructor(scriptsRun: () => Promise<ReadonlySet<string>>, onDidChange: vscode.Event<void>) {
    this.#scriptsRun = scriptsRun;
    // A lens that is redrawn loses the click that is under way: it is redrawn only when what it says changes.
    this.onDidChangeCodeLenses = (listener, self, disposables) => {
      const draw = async () => {
        if (await this.#isOther()) listener.call(self);
      };
      return onDidChange(() => void draw(), undefined, disposables);
    };
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!isScript(document.uri) || !vscode.workspace.isTrusted) return [];
    const name = scriptName(document.uri);
    const hasRun = (await this.#scriptsRun()).has(name);
    this.#said.set(name, hasRun);
    return hasRun ? [lensOf(document, 'Replay', 'codeMode.replayScript'), lensOf(document, 'Last Trace', 'codeMode.openTrace')] : [];
  }

  /** Whether something else would be said now. */
  async #isOther(): Promise<boolean> {
    if (this.#said.size === 0) return false;
    const run = await this.#scriptsRun().catch(() => undefined);
    if (!run) return false;
    let isOther = false;
    for (const [name, said] of this.#said) {
      const now = run.has(name);
      // Said once, also of one that no editor shows: that is asked about when it is shown.
      this.#said.set(name, now);
      isOther ||= now !== said;
    }
    return isOther;
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
