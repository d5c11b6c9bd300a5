// Shows code lenses above a script's first line of code: to run it, to stop it, the end of its last run, and the trace
// of that run if there is one.
import * as vscode from 'vscode';
import { takesArguments } from '../scripts/scriptParameters.ts';
import type { ScriptRunFacts } from '../runs/runArgument.ts';
import { lastRunLenses, runLenses, type Lens } from './scriptLenses.ts';
import { isScript, scriptPath } from '../workspace/scriptName.ts';
import type { ScriptRunner } from './scriptRunner.ts';

type Runs = Pick<ScriptRunner, 'isRunning' | 'lastRun'>;

/**
 * `runs`: returns undefined while nothing has run in this window. `onDidChangeCodeLenses`: fires when a script begins
 * and ends.
 */
export function runCodeLens(
  runs: () => Runs | undefined,
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.CodeLensProvider {
  return {
    onDidChangeCodeLenses,
    provideCodeLenses: (document) => {
      const { uri } = document;
      if (!isScript(uri)) return [];
      const isRunning = runs()?.isRunning(uri) === true;
      const last = runs()?.lastRun(uri);
      return runLenses({ isRunning, takesArguments: takesArguments(document.getText()), last }).map((lens) =>
        lensOf(document, lens),
      );
    },
  };
}

interface LastTraceParts {
  /** Resolves to the facts about recorded runs, by the name of the script. */
  readonly scriptsRun: () => Promise<ReadonlyMap<string, ScriptRunFacts>>;
  /** Fires when a run has changed, which happens each second while a run is in progress. */
  readonly onDidChangeRuns: vscode.Event<void>;
  readonly isRunning: (script: vscode.Uri) => boolean;
  /** Fires when a script has begun to run or has ended. */
  readonly onDidChangeScripts: vscode.Event<void>;
}

// This is a separate provider, so that the lens that runs the script does not wait for the list of runs.
export class LastTraceCodeLens implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #parts: LastTraceParts;
  /** The content of the lenses by the name of the script: true if a run could be replayed, undefined without a run. */
  readonly #said = new Map<string, boolean | undefined>();

  constructor(parts: LastTraceParts) {
    this.#parts = parts;
    // A lens that is redrawn loses a click in progress, so it is redrawn only if its content changes.
    this.onDidChangeCodeLenses = (listener, self, disposables) => {
      const draw = async () => {
        if (await this.#isOther()) listener.call(self);
      };
      const runs = parts.onDidChangeRuns(() => void draw(), undefined, disposables);
      return vscode.Disposable.from(runs, parts.onDidChangeScripts(listener, self, disposables));
    };
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    if (!isScript(document.uri) || !vscode.workspace.isTrusted || this.#parts.isRunning(document.uri))
      return [];
    const name = scriptPath(document.uri);
    const recorded = (await this.#parts.scriptsRun()).get(name);
    this.#said.set(name, recorded?.canReplay);
    return lastRunLenses({ isRunning: this.#parts.isRunning(document.uri), recorded }).map((lens) =>
      lensOf(document, lens),
    );
  }

  /** True if a lens would have another content now. */
  async #isOther(): Promise<boolean> {
    if (this.#said.size === 0) return false;
    const run = await this.#parts.scriptsRun().catch(() => undefined);
    if (!run) return false;
    let isOther = false;
    for (const [name, said] of this.#said) {
      const now = run.get(name)?.canReplay;
      // A change is reported once. A script that no editor shows at the moment gets new lenses when an editor shows it.
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

/** Returns the first line after blank lines and leading `//` comments, the place where a reader looks for the code. */
function firstLineOfCode(document: vscode.TextDocument): number {
  for (let line = 0; line < document.lineCount; line += 1) {
    const text = document.lineAt(line).text.trim();
    if (text !== '' && !text.startsWith('//')) return line;
  }
  return 0;
}
