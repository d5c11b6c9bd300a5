// The status bar says what Code Mode could save, and what it has saved where that is known. It shows as soon as tools are known.
import * as vscode from 'vscode';
import type { EditorEngine } from '../editorEngine.ts';
import type { SavedTokens, Savings } from '../setup/savings.ts';
import { tokensText } from './rowTexts.ts';

export class SavedTokensItem implements vscode.Disposable {
  readonly #savings: Savings;
  readonly #item = vscode.window.createStatusBarItem('codeMode.savedTokens', vscode.StatusBarAlignment.Right);
  readonly #listener: vscode.Disposable;

  constructor(editor: EditorEngine, savings: Savings) {
    this.#savings = savings;
    this.#item.name = 'Code Mode: Tokens Saved';
    this.#item.command = 'codeMode.setUp';
    this.#listener = editor.onDidChange(() => void this.#update());
  }

  dispose(): void {
    this.#listener.dispose();
    this.#item.dispose();
  }

  async #update(): Promise<void> {
    const savings = await this.#savings.now();
    if (savings.tools === 0 || savings.saved <= 0) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(zap) could save ${tokensText(savings.saved)}`;
    this.#item.tooltip = explanation(savings);
    this.#item.show();
  }
}

function explanation({ servers, tools, asTools, asCodeMode }: SavedTokens): string {
  const from = `${tools} tools of ${servers} ${servers === 1 ? 'MCP server' : 'MCP servers'}`;
  return [
    `The definitions of ${from} have ${tokensText(asTools)}; Code Mode's two tools have ${tokensText(asCodeMode)}.`,
    'A request of the agent Code Mode carries only these. Other agents carry the others, too, of which VS Code groups some from 64 on.',
    'Click for Set Up.',
  ].join('\n\n');
}
