// Compares the tokens that the definitions of servers' tools take in a request with those of our own two tools. A client that searches tools itself
// carries hardly any of them.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import type { DefinedTool, DefinitionTokens } from '../../catalog/definitionTokens.ts';

/** In tokens of each request, estimated. */
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

/** MCP tools in a request to a model without tool search: Copilot Chat kept 47 of 149 beside its own 39, and grouped the others. */
export const mostToolsInRequest = 40;

/** Counts a slice at a time. */
export async function savedTokens(
  servers: readonly CatalogServer[],
  own: readonly DefinedTool[],
  tokens: DefinitionTokens,
): Promise<SavedTokens> {
  const ofServers = servers.map(({ tools }) => tools.filter(({ route }) => route === 'code')).filter((tools) => tools.length > 0);
  const tools = ofServers.flat();
  await tokens.prepare(tools);
  const asTools = tokens.sum(tools);
  const asCodeMode = tokens.sum(own);
  const inRequest = Math.round(asTools * Math.min(1, mostToolsInRequest / Math.max(1, tools.length)));
  return { servers: ofServers.length, tools: tools.length, asTools, asCodeMode, inRequest, saved: inRequest - asCodeMode };
}
