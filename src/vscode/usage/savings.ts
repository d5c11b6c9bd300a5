// Counts the tokens that the definitions of this window's MCP tools take in a chat request, compared with those of Code
// Mode's own tools, and tells if the window's models carry them.
import type * as vscode from 'vscode';
import type { DefinedTool, DefinitionTokens } from '../../catalog/index.ts';
import { savedTokens, type SavedTokens } from '../../engine/index.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { ModelToolSearch } from './modelToolSearch.ts';

export interface WindowSavings extends SavedTokens {
  /**
   * True if VS Code defers the tools for models of this window; Code Mode does not save the tokens of deferred tools.
   */
  readonly searchesTools: boolean;
}

export class Savings implements vscode.Disposable {
  readonly #editor: EditorEngine;
  readonly #own: readonly DefinedTool[];
  readonly #tokens: DefinitionTokens;
  readonly #toolSearch = new ModelToolSearch();

  /** `manifest`: manifest of this extension, which declares the tools that stand for all others. */
  constructor(editor: EditorEngine, manifest: unknown, tokens: DefinitionTokens) {
    this.#editor = editor;
    this.#own = ownDefinitions(manifest);
    this.#tokens = tokens;
  }

  dispose(): void {
    this.#toolSearch.dispose();
  }

  /** Returns the savings for the tools that servers have listed so far. Starts no server. */
  async now(): Promise<WindowSavings> {
    const servers = (await this.#editor.known())
      .filter(({ definition }) => definition !== undefined)
      .map(({ server }) => server);
    const [saved, searchesTools] = await Promise.all([
      savedTokens(servers, this.#own, this.#tokens),
      this.#toolSearch.isInWindow(),
    ]);
    return { ...saved, searchesTools };
  }
}

function ownDefinitions(manifest: unknown): readonly DefinedTool[] {
  // This is our own package.json, as the editor read it.
  const { contributes } = manifest as {
    contributes: {
      languageModelTools: readonly {
        name: string;
        modelDescription: string;
        inputSchema: DefinedTool['inputSchema'];
      }[];
    };
  };
  return contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name,
    description: modelDescription,
    inputSchema,
  }));
}
