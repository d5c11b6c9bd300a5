// The status bar says what one tool in place of many saves. It shows as soon as tools are known.
import * as vscode from 'vscode';
import type { DefinedTool, DefinitionTokens } from '../../catalog/definitionTokens.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { tokensText, savedTokens, type SavedTokens } from './rowTexts.ts';
import { serversViewId } from './serversView.ts';

export class SavedTokensItem implements vscode.Disposable {
  readonly #editor: EditorEngine;
  readonly #own: readonly DefinedTool[];
  readonly #item = vscode.window.createStatusBarItem('codeMode.savedTokens', vscode.StatusBarAlignment.Right);
  readonly #tokens: DefinitionTokens;
  readonly #listener: vscode.Disposable;

  /** `manifest`: the extension's own, which declares the tools that stand for all others. */
  constructor(editor: EditorEngine, manifest: unknown, tokens: DefinitionTokens) {
    this.#editor = editor;
    this.#tokens = tokens;
    this.#own = ownTools(manifest);
    this.#item.name = 'Code Mode: Tokens Saved';
    this.#item.command = `${serversViewId}.focus`;
    this.#listener = editor.onDidChange(() => void this.#update());
  }

  dispose(): void {
    this.#listener.dispose();
    this.#item.dispose();
  }

  async #update(): Promise<void> {
    const servers = (await this.#editor.known()).filter(({ definition }) => definition !== undefined).map(({ server }) => server);
    await this.#tokens.prepare(servers.flatMap((server) => server.tools));
    const saved = savedTokens(servers, this.#own, this.#tokens);
    if (!saved) {
      this.#item.hide();
      return;
    }
    this.#item.text = `$(zap) ${tokensText(saved.saved)} saved`;
    this.#item.tooltip = explanation(saved);
    this.#item.show();
  }
}

function explanation({ servers, tools, asTools, asCodeMode }: SavedTokens): string {
  const from = `${tools} tools of ${servers} ${servers === 1 ? 'MCP server' : 'MCP servers'}`;
  return [
    `As tools of their own, ${from} would take ${tokensText(asTools)} of each chat request. Code Mode's two take ${tokensText(asCodeMode)}.`,
    "To save the difference, turn the servers' own tools off in the chat's tools picker. Scripts can still call them.",
  ].join('\n\n');
}

function ownTools(manifest: unknown): readonly DefinedTool[] {
  // Our own package.json, as the editor has read it.
  const { contributes } = manifest as {
    contributes: { languageModelTools: readonly { name: string; modelDescription: string; inputSchema: DefinedTool['inputSchema'] }[] };
  };
  return contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name,
    description: modelDescription,
    inputSchema,
  }));
}
