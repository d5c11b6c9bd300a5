// Runs the script of an editor with its present content, one run per script at a time. `results` and `runs` show the
// run.
import * as vscode from 'vscode';
import type { JsonObject } from '../../base/json.ts';
import type { RunOutcome, ScriptDebugging } from '../../engine/index.ts';
import { endState, durationText, runWords } from '../../journal/index.ts';
import { localClock } from '../../base/text/localTime.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { sentence } from '../labelText.ts';
import { isTrustedHere } from '../messages.ts';
import type { ScriptPanels, RunOf } from '../runPages/index.ts';
import { goOnForReal, goOnText } from '../recorded/resumeTexts.ts';
import type { EditorRuns, RunWork } from '../runs/editorRuns.ts';
import { newestToReplay } from '../runs/runArgument.ts';
import { scriptResults } from '../settings.ts';
import { RunProblems } from './runProblems.ts';
import { scriptPath } from '../workspace/scriptName.ts';
import { askArguments } from '../scripts/argumentForm.ts';
import type { ArgumentMemory } from '../scripts/argumentMemory.ts';
import { parametersOf, takesArguments } from '../scripts/scriptParameters.ts';
import { activeFile } from '../workspace/activeFile.ts';

interface ScriptRunnerParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  readonly results: ScriptPanels;
  readonly argumentMemory: ArgumentMemory;
  /** State of the workspace. */
  readonly kept: vscode.Memento;
}

interface RunOptions {
  /** True to list the calls that can write instead of sending them. */
  readonly dryRun?: boolean;
  /** The value of `codemode.args`. */
  readonly args?: JsonObject;
  /** The code to run in place of the whole script. */
  readonly code?: string;
  readonly debugging?: ScriptDebugging;
}

/**
 * Returns the work for a document. `name`: name of the run in its record; the name of a selection differs from that of
 * its script, `.code-mode/report.ts`.
 */
type WorkOf = (document: vscode.TextDocument, name: string) => RunWork;

export class ScriptRunner implements vscode.Disposable {
  readonly #parts: ScriptRunnerParts;
  /** The runs in progress by script. A second one is refused, so that a second press does not write twice. */
  readonly #running = new Map<string, AbortController>();
  readonly #last = new Map<string, string>();
  readonly #problems = new RunProblems();
  readonly #closing = new AbortController();
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when a script has begun to run or has ended. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: ScriptRunnerParts) {
    this.#parts = parts;
  }

  isRunning(script: vscode.Uri): boolean {
    return this.#running.has(script.toString());
  }

  /** Returns the end of the last run in this window: `Finished at 14:05:59, 1.2 s`; undefined if there was none. */
  lastRun(script: vscode.Uri): string | undefined {
    return this.#last.get(script.toString());
  }

  /**
   * Runs the document with the content of its editor, saved or not. `resource`: its Uri; any other value stands for the
   * active tab.
   */
  async run(resource: unknown, { dryRun = false, args, code, debugging }: RunOptions = {}): Promise<void> {
    await this.#tracked(resource, code === undefined ? 'script' : 'selection', (document, name) => ({
      kind: 'script',
      script: {
        code: code ?? document.getText(),
        args,
        dryRun,
        origin: { door: 'script', name },
        session: document.uri.toString(),
        ...(debugging && { debugging }),
      },
    }));
  }

  /** Runs the document in a debugger, after a question for permission. Asks for the arguments that the script takes. */
  async debug(resource: unknown): Promise<void> {
    const { editor, kept } = this.#parts;
    const script = scriptOf(resource);
    if (!script || !isTrustedHere() || this.#isAlreadyRunning(script)) return;
    const { DebuggedScript, hasDebugger } = await import('./scriptDebugger.ts');
    if (!hasDebugger()) return;
    const document = await vscode.workspace.openTextDocument(script);
    const args = takesArguments(document.getText()) ? await this.#askArguments(script) : {};
    if (!args) return;
    const end = () => this.stop(script);
    await using debugged = new DebuggedScript(editor, { script, name: scriptPath(script), end, kept });
    if (await debugged.isAllowed()) await this.run(script, { args, debugging: debugged.request });
  }

  /** Asks for `codemode.args`, then runs the script. */
  async runWithArguments(resource: unknown): Promise<void> {
    const script = scriptOf(resource);
    if (!script || !isTrustedHere()) return;
    const args = await this.#askArguments(script);
    if (args) await this.run(script, { args });
  }

  /** Runs the selected code as a script with the line numbers of the file; the whole script if nothing is selected. */
  async runSelection(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || editor.selection.isEmpty) return this.run(editor?.document.uri);
    const { document, selection } = editor;
    const { line, character } = selection.start;
    const code = `${'\n'.repeat(line)}${' '.repeat(character)}${document.getText(selection)}`;
    await this.run(document.uri, { code });
  }

  /** Replays the script's last recorded run, or the given one, with the present code. No server is called. */
  async replay(resource: unknown, record?: string): Promise<void> {
    const { runs } = this.#parts.editor;
    const script = scriptOf(resource);
    const id = record ?? (script && (await newestToReplay(runs, scriptPath(script))));
    if (script && id === undefined)
      void vscode.window.showInformationMessage(
        vscode.l10n.t('No run of this script is recorded that can be replayed. Run it first.'),
      );
    if (!script || id === undefined) return;
    const outcome = await this.#tracked(script, 'replay', (document) => ({
      kind: 'replay',
      run: id,
      code: document.getText(),
    }));
    if (outcome?.ok === false) void this.#offerToGoOn(script, id, outcome);
  }

  /**
   * Offers to continue run `id` with real calls, if its replay with other code reached a call that the record lacks.
   * Resolves when the message closes, which may be never, so nothing should await it.
   */
  async #offerToGoOn(script: vscode.Uri, id: string, outcome: RunOutcome): Promise<void> {
    const { runs } = this.#parts.editor;
    const replayed = await vscode.workspace.openTextDocument(script);
    const run = await runs.read(id);
    if (!run || !(await runs.past.isEdited(run, replayed.getText()))) return;
    const text = goOnText(run, await runs.list(), outcome);
    if (text === undefined) return;
    if ((await vscode.window.showWarningMessage(text, goOnForReal)) !== goOnForReal) return;
    await this.#tracked(script, 'script', (document, name) => ({
      kind: 'resume',
      resume: { run: id, code: document.getText(), origin: { door: 'script', name } },
    }));
  }

  /** Shows the script's panel if one is open, else the output channel. */
  showResult(resource: unknown): void {
    const script = scriptOf(resource);
    if (script && !this.#parts.results.show(script)) this.#parts.runs.showOutput();
  }

  /** Cancels the script's run if it is in progress. */
  stop(resource: unknown): void {
    const script = scriptOf(resource);
    if (!script) return;
    const running = this.#running.get(script.toString());
    if (running) running.abort();
    // A debugger or a page may stop a run that has just ended; only the user who chose the command expects a message.
    else if (resource === undefined)
      void vscode.window.showInformationMessage(vscode.l10n.t('{0} is not running.', scriptPath(script)));
  }

  dispose(): void {
    this.#closing.abort();
    for (const controller of this.#running.values()) controller.abort();
    this.#changed.dispose();
    this.#problems.dispose();
  }

  /** Runs the work. Resolves to undefined if the run did not begin. */
  async #tracked(resource: unknown, of: RunOf, workOf: WorkOf): Promise<RunOutcome | undefined> {
    const script = scriptOf(resource);
    if (!script || !isTrustedHere() || this.#isAlreadyRunning(script)) return undefined;
    const key = script.toString();
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#runningChanged();
    try {
      const document = await vscode.workspace.openTextDocument(script);
      const outcome = await this.#run(document, of, controller.signal, workOf);
      const state = endState(outcome);
      const took = state === 'denied' ? '' : `, ${durationText(outcome.durationMs)}`;
      const kind = outcome.dryRun ? vscode.l10n.t(' (dry run)') : '';
      this.#last.set(
        key,
        vscode.l10n.t('{0}{1} at {2}{3}', sentence(runWords[state]), kind, localClock(Date.now()), took),
      );
      return outcome;
    } finally {
      this.#running.delete(key);
      this.#runningChanged();
    }
  }

  /** True if the script is already running; a message says so. */
  #isAlreadyRunning(script: vscode.Uri): boolean {
    if (!this.isRunning(script)) return false;
    const name = scriptPath(script);
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} is already running. Stop it first: in the line above it, or in its panel.', name),
    );
    return true;
  }

  /** Resolves to the arguments; undefined if the user closed the form. */
  async #askArguments(script: vscode.Uri): Promise<JsonObject | undefined> {
    const { argumentMemory, editor } = this.#parts;
    const document = await vscode.workspace.openTextDocument(script);
    const parameters = await parametersOf(document.getText(), editor.scripts);
    const asked = { uri: script, name: scriptPath(script), parameters };
    return askArguments(argumentMemory, asked, this.#closing.signal);
  }

  #runningChanged(): void {
    this.#changed.fire();
    // The editor compares the list with its `resourcePath`. In a remote window the editor names files in another form
    // than the extension host, so the list contains both forms.
    const paths = [...this.#running.keys()]
      .map((key) => vscode.Uri.parse(key))
      .flatMap(({ path, fsPath }) => [path, fsPath]);
    void vscode.commands.executeCommand('setContext', 'codeMode.runningScripts', paths);
  }

  async #run(
    document: vscode.TextDocument,
    of: RunOf,
    signal: AbortSignal,
    workOf: WorkOf,
  ): Promise<RunOutcome> {
    const { approvals, results, runs } = this.#parts;
    const file = scriptPath(document.uri);
    const name = of === 'script' ? file : `${file} (${of})`;
    const work = workOf(document, name);
    const code = work.kind === 'script' ? String(work.script.code) : document.getText();
    const shown = scriptResults() === 'panel' ? results.begin(document.uri, of, code) : undefined;
    if (!shown) runs.showOutput();
    const markProblems = this.#problems.begin(document);
    try {
      const outcome = await runs.run({
        from: { script: name, file, isShown: shown !== undefined },
        work,
        approver: approvals.forDocument(document),
        signal,
        ...(shown && { observer: shown.observer() }),
      });
      markProblems(outcome);
      await shown?.ended(outcome);
      return outcome;
    } catch (error) {
      shown?.broke(error);
      throw error;
    }
  }
}

function scriptOf(resource: unknown): vscode.Uri | undefined {
  const script = resource instanceof vscode.Uri ? resource : activeFile();
  if (!script)
    void vscode.window.showErrorMessage(
      vscode.l10n.t('Open a script, or create one with "Code Mode: New Script".'),
    );
  return script;
}
