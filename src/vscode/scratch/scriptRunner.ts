// Runs the script in an editor: progress that can be cancelled, a question before it writes, the outcome in the output
// channel.
import * as vscode from 'vscode';
import { abortSignalOf } from '../abortSignalOf.ts';
import { DialogApprover } from '../dialogApprover.ts';
import type { LazySession } from '../lazySession.ts';
import { isTrustedHere } from './isTrustedHere.ts';
import { outcomeLines } from './outcomeLines.ts';

export class ScriptRunner {
  readonly #session: LazySession;
  readonly #output: vscode.OutputChannel;
  /** A second press of the button does not write twice. */
  readonly #running = new Set<string>();

  constructor(session: LazySession, output: vscode.OutputChannel) {
    this.#session = session;
    this.#output = output;
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
      void vscode.window.showInformationMessage(`${name} is running already. Cancel it in its notification to run it anew.`);
      return;
    }
    this.#running.add(key);
    try {
      await this.#show(script, name);
    } finally {
      this.#running.delete(key);
    }
  }

  async #show(script: vscode.Uri, name: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(script);
    this.#output.appendLine(`▶ ${name}`);
    this.#output.show(true);
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: `Running ${name}`, cancellable: true },
      (progress, token) => this.#runDocument(document, progress, token),
    );
  }

  async #runDocument(
    document: vscode.TextDocument,
    progress: vscode.Progress<{ message?: string }>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    using owned = abortSignalOf(token);
    const { engine } = await this.#session.get();
    const outcome = await engine.execute({
      code: document.getText(),
      session: document.uri.toString(),
      approver: new DialogApprover(),
      observer: {
        onLog: (entry) => this.#output.appendLine(entry.level === 'log' ? entry.text : `[${entry.level}] ${entry.text}`),
        onCallStarted: (call) => progress.report({ message: call.path }),
        onCallEnded: (call) =>
          this.#output.appendLine(`→ ${call.path} ${call.ms.toFixed(0)} ms${call.state === 'finished' ? '' : ` ${call.state}`}`),
        onProgress: (message, fraction) =>
          progress.report({ message: fraction === undefined ? message : `${message} (${Math.round(fraction * 100)} %)` }),
      },
      signal: owned.signal,
    });
    for (const line of outcomeLines(outcome)) this.#output.appendLine(line);
    this.#output.appendLine('');
  }
}
