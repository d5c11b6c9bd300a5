// Runs the script in an editor, as it stands there. How it is shown is in `runs`.
import * as vscode from 'vscode';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import type { RunTracker } from '../runs/runTracker.ts';
import { isTrustedHere } from '../messages.ts';
import { activeFile } from '../workspace/activeFile.ts';

export class ScriptRunner {
  readonly #editor: EditorEngine;
  readonly #approvals: EditorApprovals;
  readonly #runs: RunTracker;
  /** A second press of the button does not write twice. */
  readonly #running = new Set<string>();

  constructor(editor: EditorEngine, approvals: EditorApprovals, runs: RunTracker) {
    this.#editor = editor;
    this.#approvals = approvals;
    this.#runs = runs;
  }

  /**
   * Runs the document as it stands in the editor, saved or not: `resource`, if it is a Uri, else that of the active tab. A dry run
   * lists what it would write.
   */
  async run(resource: unknown, { dryRun = false } = {}): Promise<void> {
    const script = resource instanceof vscode.Uri ? resource : activeFile();
    if (!script) {
      void vscode.window.showErrorMessage('Open a script, or create one with "Code Mode: New Script".');
      return;
    }
    if (!isTrustedHere()) return;
    const name = vscode.workspace.asRelativePath(script);
    const key = script.toString();
    if (this.#running.has(key)) {
      void vscode.window.showInformationMessage(`${name} is already running. Cancel it in its notification first.`);
      return;
    }
    this.#running.add(key);
    try {
      await this.#run(script, name, dryRun);
    } finally {
      this.#running.delete(key);
    }
  }

  async #run(script: vscode.Uri, name: string, dryRun: boolean): Promise<void> {
    const document = await vscode.workspace.openTextDocument(script);
    this.#runs.showOutput();
    const run = this.#runs.start({ from: { script: name }, approver: this.#approvals.forDocument(document) });
    const origin = { door: 'script', name } as const;
    const request = { code: document.getText(), dryRun, origin, session: document.uri.toString() };
    await run.settled(this.#editor.engine.execute({ ...request, ...run.request }));
  }
}
