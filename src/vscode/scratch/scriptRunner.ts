// Runs the script in an editor, as it stands there, one run of a script at a time. How it is shown is in `results` and `runs`.
import * as vscode from 'vscode';
import type { JsonObject } from '../../catalog/json.ts';
import { bothObservers } from '../../engine/bothObservers.ts';
import type { ExecuteRequest } from '../../engine/executeRequest.ts';
import type { RunOutcome } from '../../engine/runOutcome.ts';
import { endState } from '../../runs/endState.ts';
import type { RunState } from '../../runs/runEvent.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { isTrustedHere } from '../messages.ts';
import type { ResultPanels } from '../results/resultPanels.ts';
import { newestOfScript } from '../runs/runArgument.ts';
import type { RunTracker } from '../runs/runTracker.ts';
import { scriptResults } from '../settings.ts';
import { activeFile } from '../workspace/activeFile.ts';

interface ScriptRunnerParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: RunTracker;
  readonly results: ResultPanels;
}

/** How the last run of a script in this window ended. */
export interface LastRun {
  readonly state: RunState;
  readonly durationMs: number;
  /** Milliseconds since 1970. */
  readonly endedAt: number;
}

interface RunOptions {
  /** Calls that can write are listed, not sent. */
  readonly dryRun?: boolean;
  /** `codemode.args` */
  readonly args?: JsonObject;
  /** In place of the whole script. */
  readonly code?: string;
}

/** What a run of a script is given by who tracks it. */
interface RunParts extends Required<Pick<ExecuteRequest, 'approver' | 'signal' | 'observer'>> {
  readonly document: vscode.TextDocument;
  /** `.code-mode/report.ts` */
  readonly name: string;
}

export class ScriptRunner implements vscode.Disposable {
  readonly #parts: ScriptRunnerParts;
  /** A second press of the button does not write twice. */
  readonly #running = new Map<string, AbortController>();
  readonly #last = new Map<string, LastRun>();
  readonly #changed = new vscode.EventEmitter<void>();
  /** A script has begun to run, or has ended. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: ScriptRunnerParts) {
    this.#parts = parts;
  }

  isRunning(script: vscode.Uri): boolean {
    return this.#running.has(script.toString());
  }

  /** Undefined where it did not run in this window. */
  lastRun(script: vscode.Uri): LastRun | undefined {
    return this.#last.get(script.toString());
  }

  /** Runs the document as it stands in the editor, saved or not: `resource`, if it is a Uri, else that of the active tab. */
  async run(resource: unknown, { dryRun = false, args, code }: RunOptions = {}): Promise<void> {
    const { engine } = this.#parts.editor;
    await this.#tracked(resource, {}, ({ document, name, ...parts }) => {
      const origin = { door: 'script', name } as const;
      const session = document.uri.toString();
      return engine.execute({ code: code ?? document.getText(), dryRun, origin, session, ...(args && { args }), ...parts });
    });
  }

  /** Repeats the script's last recorded run, or the given one, with the code as it stands now: no server is called. */
  async replay(resource: unknown, record?: string): Promise<void> {
    const { engine, runs } = this.#parts.editor;
    const script = scriptOf(resource);
    const id = record ?? (script && (await newestOfScript(runs, vscode.workspace.asRelativePath(script))));
    if (script && id === undefined) void vscode.window.showInformationMessage('No run of this script is recorded. Run it first.');
    if (!script || id === undefined) return;
    await this.#tracked(script, { isReplay: true }, ({ document, observer, signal }) =>
      runs.past.replay(engine, id, { code: document.getText(), observer, signal }),
    );
  }

  /** Cancels the script's run, if it is on. */
  stop(resource: unknown): void {
    const script = scriptOf(resource);
    if (script) this.#running.get(script.toString())?.abort();
  }

  dispose(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#changed.dispose();
  }

  async #tracked(resource: unknown, { isReplay = false }, execute: (parts: RunParts) => Promise<RunOutcome>): Promise<void> {
    const script = scriptOf(resource);
    if (!script || !isTrustedHere()) return;
    const name = vscode.workspace.asRelativePath(script);
    const key = script.toString();
    if (this.#running.has(key)) {
      void vscode.window.showInformationMessage(`${name} is already running. Stop it first: in the line above it, or in its panel.`);
      return;
    }
    const controller = new AbortController();
    this.#running.set(key, controller);
    this.#changed.fire();
    try {
      const document = await vscode.workspace.openTextDocument(script);
      this.#last.set(key, await this.#run(document, name, { isReplay, signal: controller.signal }, execute));
    } finally {
      this.#running.delete(key);
      this.#changed.fire();
    }
  }

  async #run(
    document: vscode.TextDocument,
    name: string,
    { isReplay, signal }: { readonly isReplay: boolean; readonly signal: AbortSignal },
    execute: (parts: RunParts) => Promise<RunOutcome>,
  ): Promise<LastRun> {
    const { approvals, results, runs } = this.#parts;
    const shown = scriptResults() === 'panel' ? results.begin(document.uri, { isReplay }) : undefined;
    if (!shown) runs.showOutput();
    const from = { script: isReplay ? `${name} (replay)` : name, isShown: shown !== undefined };
    const run = runs.start({ from, approver: approvals.forDocument(document), signal });
    const { observer } = run.request;
    try {
      const parts = { ...run.request, observer: shown ? bothObservers(observer, shown.observer()) : observer, document, name };
      const outcome = await run.settled(execute(parts));
      await shown?.ended(outcome);
      return { state: endState(outcome), durationMs: outcome.durationMs, endedAt: Date.now() };
    } catch (error) {
      shown?.broke(error);
      throw error;
    }
  }
}

function scriptOf(resource: unknown): vscode.Uri | undefined {
  const script = resource instanceof vscode.Uri ? resource : activeFile();
  if (!script) void vscode.window.showErrorMessage('Open a script, or create one with "Code Mode: New Script".');
  return script;
}
