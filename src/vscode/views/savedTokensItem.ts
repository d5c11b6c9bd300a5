// Shows the savings of Code Mode in this workspace in the status bar. The item is hidden until something was saved.
import * as vscode from 'vscode';
import { hasSpared } from '../../engine/index.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { idleHint, savedSentences, savedText } from './usageRows.ts';

/** Minimum time between two readings of the usage records in milliseconds, because they are many files. */
const settleMs = 200;

export class SavedTokensItem implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('codeMode.savedTokens', vscode.StatusBarAlignment.Right);
  readonly #usage: EditorUsage;
  readonly #listener: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(usage: EditorUsage) {
    this.#item.name = vscode.l10n.t('Code Mode: Savings');
    this.#item.command = 'codeMode.setUp';
    this.#usage = usage;
    this.#listener = usage.onDidChange(() => this.#updateSoon());
    this.#updateSoon();
  }

  dispose(): void {
    this.#listener.dispose();
    clearTimeout(this.#timer);
    this.#item.dispose();
  }

  #updateSoon(): void {
    this.#timer ??= setTimeout(() => void this.#update(), settleMs);
  }

  async #update(): Promise<void> {
    this.#timer = undefined;
    const totals = await this.#usage.totals();
    if (!hasSpared(totals)) {
      this.#item.hide();
      return;
    }
    const hint = idleHint(totals);
    const sentences = [...savedSentences(totals), ...(hint === undefined ? [] : [hint])];
    this.#item.text = vscode.l10n.t('$(zap) Code Mode: {0}', savedText(totals));
    this.#item.tooltip = [
      ...sentences,
      vscode.l10n.t('The view Servers & Tools has the table. Click for Set Up.'),
    ].join('\n\n');
    this.#item.show();
  }
}
