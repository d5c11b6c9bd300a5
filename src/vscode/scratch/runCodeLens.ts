// What stands above a script's first line of code: to run it, to stop it, how its last run went, and the trace of that, where it has one.
import * as vscode from 'vscode';
import { takesArguments } from '../scripts/parametersOf.ts';
import type { ScriptRecords } from '../runs/runArgument.ts';
import { lastRunLenses, runLenses, type Lens } from './scriptLenses.ts';
import { isScript, scriptName } from '../workspace/scriptName.ts';
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
    const isRunning = runs?.isRunning(uri) === true;
    const lenses = runLenses({ isRunning, takesArguments: takesArguments(document.getText()), last: runs?.lastRun(uri) });
    return lenses.map((lens) => lensOf(document, lens));
  }
}

interface LastTraceParts {
  /** What is recorded of scripts, by their names. */
  readonly scriptsRun: () => Promise<ReadonlyMap<string, ScriptRecords>>;
  /** Something changed about runs, as it does each second while one is on. */
  readonly onDidChangeRuns: vscode.Event<void>;
  readonly isRunning: (script: vscode.Uri) => boolean;
  /** A script has begun to run, or has ended. */
  readonly onDidChangeScripts: vscode.Event<void>;
}

// A provider of its own: what runs the script does not wait for the list of runs.
export class LastTraceCodeLens implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #parts: LastTraceParts;
  /** By the name of each script that was asked about, whether a run of it could be replayed when that was last said; undefined: there was none. */
  readonly #said = new Map<string, boolean | undefined>();

  constructor(parts: LastTraceParts) {
    this.#parts = parts;
    // A lens that is redrawn loses the click that is under way: it is redrawn only when what it says changes.
    this.onDidChangeCodeLenses = (listener, self, disposables) => {
      const draw = async () => {
        if (await this.#isOther()) listener.call(self);
      };
      const runs = parts.onDidChangeRuns(() => void draw(), undefined, disposables);
      return vscode.Disposable.from(runs, parts.onDidChangeScripts(listener, self, disposables));
    };
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!isScript(document.uri) || !vscode.workspace.isTrusted || this.#parts.isRunning(document.uri)) return [];
    const name = scriptName(document.uri);
    const recorded = (await this.#parts.scriptsRun()).get(name);
    this.#said.set(name, recorded?.canReplay);
    return lastRunLenses({ isRunning: this.#parts.isRunning(document.uri), recorded }).map((lens) => lensOf(document, lens));
  }

  /** Whether something else would be said now. */
  async #isOther(): Promise<boolean> {
    if (this.#said.size === 0) return false;
    const run = await this.#parts.scriptsRun().catch(() => undefined);
    if (!run) return false;
    let isOther = false;
    for (const [name, said] of this.#said) {
      const now = run.get(name)?.canReplay;
      // Said once, also of one that no editor shows: that is asked about when it is shown.
      this.#said.set(name, now);
      isOther ||= now !== said;
    }
    return isOther;
  }
}

function lensOf(document: vscode.TextDocument, { title, command }: Lens): vscode.CodeLens {
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
