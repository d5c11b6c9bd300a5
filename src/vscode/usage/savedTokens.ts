// Compares the tokens that definitions of the servers' tools take in a request with those of `findTools` and
// `executeCode`. A client that searches tools itself sends hardly any of them.
import type { CatalogServer, DefinedTool, DefinitionTokens } from '../../catalog/index.ts';

/** Estimated tokens of each request, with the counts on which they are based. */
export interface SavedTokens {
  /** Number of servers that have listed tools. */
  readonly servers: number;
  readonly tools: number;
  /** Tokens of one definition for each tool that scripts can call. */
  readonly asTools: number;
  /** Tokens of the definitions of Code Mode's own tools. */
  readonly asCodeMode: number;
  /** Part of `asTools` that a request carries, since chats group or omit tools beyond some number. */
  readonly inRequest: number;
  /** Tokens by which `inRequest` exceeds `asCodeMode`; negative if Code Mode's definitions are larger. */
  readonly saved: number;
}

/** Number of MCP tools in a request without tool search: Copilot Chat kept 47 of 149 beside its own 39. */
export const mostToolsInRequest = 40;

/** Estimates the savings. The counting yields to the event loop. */
export async function savedTokens(
  servers: readonly CatalogServer[],
  own: readonly DefinedTool[],
  tokens: DefinitionTokens,
): Promise<SavedTokens> {
  const ofServers = servers
    .map(({ tools }) => tools.filter(({ route }) => route === 'code'))
    .filter((tools) => tools.length > 0);
  const tools = ofServers.flat();
  await tokens.prepare(tools);
  const asTools = tokens.sum(tools);
  const asCodeMode = tokens.sum(own);
  const inRequest = Math.round(asTools * Math.min(1, mostToolsInRequest / Math.max(1, tools.length)));
  return {
    servers: ofServers.length,
    tools: tools.length,
    asTools,
    asCodeMode,
    inRequest,
    saved: inRequest - asCodeMode,
  };
}
