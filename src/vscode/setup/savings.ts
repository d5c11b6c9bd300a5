// What Code Mode could save in each chat request of this window: the definitions of the MCP tools that are known, beside our own.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import type { DefinedTool, DefinitionTokens } from '../../catalog/definitionTokens.ts';
import type { EditorEngine } from '../editorEngine.ts';

/** In tokens of each chat request, estimated. */
export interface SavedTokens {
  /** Those that have listed tools. */
  readonly servers: number;
  readonly tools: number;
  /** As one tool definition each, of those that go through scripts. */
  readonly asTools: number;
  /** Our own tools' definitions. */
  readonly asCodeMode: number;
  /** Of `asTools` what a request carries: chats group or leave out tools beyond some number. */
  readonly inRequest: number;
  /** Of `inRequest`; less than 0 where ours are the larger. */
  readonly saved: number;
}

/** Of MCP tools; Copilot Chat kept 47 of 149 beside its own 39, and grouped the others. */
export const mostToolsInRequest = 40;

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
    await this.#tokens.prepare(servers.flatMap((server) => server.tools));
    return savedTokens(servers, this.#own, this.#tokens);
  }
}

export function savedTokens(servers: readonly CatalogServer[], own: readonly DefinedTool[], tokens: DefinitionTokens): SavedTokens {
  const ofServers = servers.map(({ tools }) => tools.filter(({ route }) => route === 'code')).filter((tools) => tools.length > 0);
  const tools = ofServers.flat();
  const asTools = tokens.sum(tools);
  const asCodeMode = tokens.sum(own);
  const inRequest = Math.round(asTools * Math.min(1, mostToolsInRequest / Math.max(1, tools.length)));
  return { servers: ofServers.length, tools: tools.length, asTools, asCodeMode, inRequest, saved: inRequest - asCodeMode };
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
