// The status bar says what Code Mode could save, and what it has saved where that is known. It shows as soon as tools are known.
import * as vscode from 'vscode';
import type { EditorEngine } from '../editorEngine.ts';
import type { SavedTokens } from '../../engine/usage/savedTokens.ts';
import type { Savings } from '../setup/savings.ts';
import type { UsageTotals } from '../../engine/usage/usageTotals.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { tokensText } from './rowTexts.ts';
import { costHint, savedText } from './usageRows.ts';

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
    this.#item.name = 'Code Mode: Tokens Saved';
    this.#item.command = 'codeMode.setUp';
    this.#usage = usage;
    const update = () => (this.#timer ??= setTimeout(() => void this.#update(), settleMs));
    this.#listener = vscode.Disposable.from(editor.onDidChange(update), usage.onDidChange(update));
  }

  dispose(): void {
    this.#listener.dispose();
    clearTimeout(this.#timer);
    this.#item.dispose();
  }

  async #update(): Promise<void> {
    this.#timer = undefined;
    const [savings, totals] = await Promise.all([this.#savings.now(), this.#usage.totals()]);
    if (wasSent(totals)) {
      this.#item.text = `$(zap) ${savedText(totals)}`;
      this.#item.tooltip = totalsText(totals);
    } else if (savings.tools > 0 && savings.saved > 0) {
      this.#item.text = `$(zap) could save ${tokensText(savings.saved)} per request`;
      this.#item.tooltip = explanation(savings);
    } else {
      this.#item.hide();
      return;
    }
    this.#item.show();
  }
}

/** Whether a request is known that left the definitions out. */
function wasSent({ doors }: UsageTotals): boolean {
  return doors.some(({ door, requests }) => door !== 'chat' && requests > 0);
}

function totalsText(totals: UsageTotals): string {
  const { requests, sent, asTools } = totals;
  const hint = costHint(totals);
  return [
    `In this workspace ${requests === 1 ? '1 request' : `${requests} requests`} called Code Mode: ${tokensText(sent)}. As ordinary tools: at least ${tokensText(asTools)}.`,
    ...(hint === undefined ? [] : [hint]),
    'The view Servers & Tools has the table. Click for Set Up.',
  ].join('\n\n');
}

function explanation({ servers, tools, asTools, asCodeMode }: SavedTokens): string {
  const from = `${tools} tools of ${servers} ${servers === 1 ? 'MCP server' : 'MCP servers'}`;
  return [
    `The definitions of ${from} have ${tokensText(asTools)}; Code Mode's two tools have ${tokensText(asCodeMode)}.`,
    'A request of the agent Code Mode carries only these two. Requests of other agents carry the definitions as well; VS Code keeps about 40 of them in a request, so at most 40 are counted.',
    'Click for Set Up.',
  ].join('\n\n');
}
