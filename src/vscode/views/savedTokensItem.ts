// The status bar says what Code Mode has saved, and before that what it could save where the models of this window carry the definitions of tools.
import * as vscode from 'vscode';
import type { EditorEngine } from '../editorEngine.ts';
import type { SavedTokens } from '../../engine/usage/savedTokens.ts';
import type { Savings } from '../usage/savings.ts';
import { hasSpared, type UsageTotals } from '../../engine/usage/usageTotals.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { tokensText } from '../labelText.ts';
import { idleHint, savedSentences, savedText } from './usageRows.ts';

/** Servers that start change much at once; the records of usage are many files. */
const settleMs = 200;

export class SavedTokensItem implements vscode.Disposable {
  readonly #savings: Savings;
  readonly #item = vscode.window.createStatusBarItem('codeMode.savedTokens', vscode.StatusBarAlignment.Right);
  readonly #usage: EditorUsage;
  readonly #listener: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(editor: EditorEngine, savings: Savings, usage: EditorUsage) {
    this.#savings = savings;
    this.#item.name = 'Code Mode: Saved';
    this.#item.command = 'codeMode.setUp';
    this.#usage = usage;
    const update = () => (this.#timer ??= setTimeout(() => void this.#update(), settleMs));
    this.#listener = vscode.Disposable.from(editor.onDidChange(update), usage.onDidChange(update), savings.onDidChangeModels(update));
  }

  dispose(): void {
    this.#listener.dispose();
    clearTimeout(this.#timer);
    this.#item.dispose();
  }

  async #update(): Promise<void> {
    this.#timer = undefined;
    const [savings, totals] = await Promise.all([this.#savings.now(), this.#usage.totals()]);
    if (hasSpared(totals)) {
      this.#item.text = `$(zap) ${savedText(totals)}`;
      this.#item.tooltip = totalsText(totals);
    } else if (savings.tools > 0 && savings.saved > 0 && !savings.searchesTools) {
      this.#item.text = `$(zap) could save ${tokensText(savings.saved)} per request`;
      this.#item.tooltip = explanation(savings);
    } else {
      this.#item.hide();
      return;
    }
    this.#item.show();
  }
}

function totalsText(totals: UsageTotals): string {
  const hint = idleHint(totals);
  return [
    ...savedSentences(totals),
    ...(hint === undefined ? [] : [hint]),
    'The view Servers & Tools has the table. Click for Set Up.',
  ].join('\n\n');
}

function explanation({ servers, tools, asTools, asCodeMode }: SavedTokens): string {
  const from = `${tools} tools of ${servers} ${servers === 1 ? 'MCP server' : 'MCP servers'}`;
  return [
    `The definitions of ${from} have ${tokensText(asTools)}; Code Mode's two tools have ${tokensText(asCodeMode)}.`,
    'A request of the agent Code Mode carries only these two. Those of other agents carry the definitions as well, since no model of this window searches tools; VS Code keeps about 40 of them in a request, so at most 40 are counted.',
    'Click for Set Up.',
  ].join('\n\n');
}
