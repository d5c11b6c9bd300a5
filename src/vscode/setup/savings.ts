// What Code Mode could save in each chat request of this window: the definitions of the MCP tools that are known, beside our own.
import type { DefinedTool, DefinitionTokens } from '../../catalog/definitionTokens.ts';
import { savedTokens, type SavedTokens } from '../../engine/usage/savedTokens.ts';
import type { EditorEngine } from '../editorEngine.ts';

export class Savings {
  readonly #editor: EditorEngine;
  readonly #own: readonly DefinedTool[];
  readonly #tokens: DefinitionTokens;

  /** `manifest`: the extension's own, which declares the tools that stand for all others. */
  constructor(editor: EditorEngine, manifest: unknown, tokens: DefinitionTokens) {
    this.#editor = editor;
    this.#own = ownDefinitions(manifest);
    this.#tokens = tokens;
  }

  /** Of the tools that servers have listed by now; starts none. */
  async now(): Promise<SavedTokens> {
    const servers = (await this.#editor.known()).filter(({ definition }) => definition !== undefined).map(({ server }) => server);
    return savedTokens(servers, this.#own, this.#tokens);
  }
}

function ownDefinitions(manifest: unknown): readonly DefinedTool[] {
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
