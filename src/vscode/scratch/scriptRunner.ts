// Runs the script in an editor, as it stands there. How it is shown is in `runs`.
import * as vscode from 'vscode';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { LazySession } from '../lazySession.ts';
import type { LazyRuns } from '../runs/lazyRuns.ts';
import { isTrustedHere } from '../messages.ts';

export class ScriptRunner {
  readonly #session: LazySession;
  readonly #approvals: EditorApprovals;
  readonly #runs: LazyRuns;
  /** A second press of the button does not write twice. */
  readonly #running = new Set<string>();

  constructor(session: LazySession, approvals: EditorApprovals, runs: LazyRuns) {
    this.#session = session;
    this.#approvals = approvals;
    this.#runs = runs;
  }

  /** Runs the document as it stands in the editor, saved or not. */
  async run(script: vscode.Uri | undefined): Promise<void> {
    if (!script) {
      void vscode.window.showErrorMessage('Open a script first, or make one with "Code Mode: New Script".');
      return;
    }
    if (!isTrustedHere()) return;
    const name = vscode.workspace.asRelativePath(script);
    const key = script.toString();
    if (this.#running.has(key)) {
      void vscode.window.showInformationMessage(`${name} is running already. Cancel it in its notification to run it again.`);
      return;
    }
    this.#running.add(key);
    try {
      await this.#run(script, name);
    } finally {
      this.#running.delete(key);
    }
  }

  async #run(script: vscode.Uri, name: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(script);
    this.#runs.showOutput();
    const [window, runs] = await Promise.all([this.#session.get(), this.#runs.get()]);
    const run = {
      from: { script: name },
      approver: this.#approvals.forDocument(document, window.questions),
      signal: new AbortController().signal,
      hideSecrets: (text: string) => window.hideSecrets(text),
    };
    const request = { code: document.getText(), session: document.uri.toString() };
    await runs.follow(run, (followed) => window.engine.execute({ ...request, ...followed }));
  }
}
