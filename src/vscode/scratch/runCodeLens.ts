// Shows code lenses above a script's first line of code: to run it, to stop it, the end of its last run, and the trace
// of that run if there is one.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { takesArguments } from '../scripts/scriptParameters.ts';
import { lastRunLenses, runLenses, type Lens } from './scriptLenses.ts';
import { isScript, scriptPath } from '../workspace/scriptName.ts';
import type { ScriptRunner } from './scriptRunner.ts';

interface LensParts {
  /** Returns undefined while nothing has run in this window. */
  readonly runner: () => Pick<ScriptRunner, 'isRunning' | 'lastRun'> | undefined;
  /** Fires when a script has begun to run or has ended. */
  readonly onDidChangeScripts: vscode.Event<void>;
  /** Resolves to the scripts with a recorded run, by name: true if a run can be replayed. */
  readonly scriptsRun: () => Promise<ReadonlyMap<string, boolean>>;
  /** Fires when a run has changed, which happens each second while a run is in progress. */
  readonly onDidChangeRuns: vscode.Event<void>;
}

export function showCodeLenses(parts: LensParts): vscode.Disposable {
  // The settings decide which TypeScript documents are scripts; `isScript` checks that.
  const selector = { language: 'typescript' };
  return vscode.Disposable.from(
    // VS Code puts the code lenses of the provider that was registered last first on a line.
    vscode.languages.registerCodeLensProvider(selector, new LastTraceCodeLens(parts)),
    vscode.languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: parts.onDidChangeScripts,
      provideCodeLenses: (document) => {
        const { uri } = document;
        if (!isScript(uri)) return [];
        const runner = parts.runner();
        const isRunning = runner?.isRunning(uri) === true;
        const lenses = {
          isRunning,
          takesArguments: takesArguments(document.getText()),
          last: runner?.lastRun(uri),
        };
        return runLenses(lenses).map((lens) => lensOf(document, lens));
      },
    }),
  );
}

// This is a separate provider, so that the lens that runs the script does not wait for the list of runs.
class LastTraceCodeLens implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;
  readonly #parts: LensParts;
  /** The content of the lenses by the name of the script: true if a run could be replayed, undefined without a run. */
  #said = new Map<string, boolean | undefined>();

  constructor(parts: LensParts) {
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
    const isRunning = () => this.#parts.runner()?.isRunning(document.uri) === true;
    if (!isScript(document.uri) || !vscode.workspace.isTrusted || isRunning()) return [];
    const name = scriptPath(document.uri);
    const canReplay = (await this.#parts.scriptsRun()).get(name);
    this.#said.set(name, canReplay);
    return lastRunLenses(isRunning(), canReplay).map((lens) => lensOf(document, lens));
  }

  /** True if a lens would have another content now. */
  async #isOther(): Promise<boolean> {
    const run = this.#said.size > 0 && (await this.#parts.scriptsRun().catch(() => undefined));
    if (!run) return false;
    const before = this.#said;
    // A change is reported once. A script that no editor shows at the moment gets new lenses when an editor shows it.
    this.#said = new Map([...before.keys()].map((name) => [name, run.get(name)]));
    return !isDeepStrictEqual(before, this.#said);
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
