// Counts the tokens that the definitions of this window's MCP tools take in a chat request, compared with those of Code
// Mode's own tools, and tells if the window's models carry them.
import * as vscode from 'vscode';
import { withTimeout } from '../../base/withTimeout.ts';
import type { DefinedTool, DefinitionTokens } from '../../catalog/index.ts';
import type { EditorEngine } from '../editorEngine.ts';
import type { Manifest } from '../manifest.ts';
import { hasToolSearch, searchingVendor } from './hasToolSearch.ts';
import { savedTokens, type SavedTokens } from './savedTokens.ts';

/** Maximum time to wait for the models, in milliseconds. VS Code asks the vendor, which may have to start first. */
const patienceMs = 5_000;

export interface WindowSavings extends SavedTokens {
  /** True if VS Code defers the tools for models of this window; Code Mode saves no tokens of deferred tools. */
  readonly searchesTools: boolean;
}

export class Savings implements vscode.Disposable {
  readonly #editor: EditorEngine;
  readonly #own: readonly DefinedTool[];
  readonly #tokens: DefinitionTokens;
  readonly #listener = vscode.lm.onDidChangeChatModels(() => {
    // Asking for the models may itself fire the event.
    if (!this.#isAsking) this.#searchesTools = undefined;
  });
  #searchesTools: Promise<boolean> | undefined;
  #isAsking = false;

  /** `manifest`: manifest of this extension, which declares the tools that stand for all others. */
  constructor(editor: EditorEngine, { contributes }: Manifest, tokens: DefinitionTokens) {
    this.#editor = editor;
    this.#own = contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
      name,
      description: modelDescription,
      inputSchema,
    }));
    this.#tokens = tokens;
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** Returns the savings for the tools that servers have listed so far. Starts no server. */
  async now(): Promise<WindowSavings> {
    const servers = (await this.#editor.known())
      .filter(({ definition }) => definition !== undefined)
      .map(({ server }) => server);
    const [saved, searchesTools] = await Promise.all([
      savedTokens(servers, this.#own, this.#tokens),
      (this.#searchesTools ??= this.#askForToolSearch()),
    ]);
    return { ...saved, searchesTools };
  }

  /**
   * Resolves to true if a model of the window searches tools. VS Code does not tell which model a chat uses, so one
   * such model is enough. Also true if the models are not known in time.
   */
  async #askForToolSearch(): Promise<boolean> {
    this.#isAsking = true;
    try {
      const models = await withTimeout(
        Promise.resolve(vscode.lm.selectChatModels({ vendor: searchingVendor })),
        patienceMs,
      );
      return models === 'late' || models.some(hasToolSearch);
    } catch {
      return true;
    } finally {
      this.#isAsking = false;
    }
  }
}
