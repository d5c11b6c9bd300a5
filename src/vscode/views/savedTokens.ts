// What one tool in place of many saves in each chat request.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import type { DefinedTool, DefinitionTokens } from '../../catalog/definitionTokens.ts';

/** In tokens, estimated. */
export interface SavedTokens {
  readonly servers: number;
  readonly tools: number;
  /** As one tool definition each. */
  readonly asTools: number;
  /** Our own tools' definitions. */
  readonly asCodeMode: number;
  readonly saved: number;
}

/** Undefined where nothing is saved: no tools are known, or so few that ours are the larger. */
export function savedTokens(
  servers: readonly CatalogServer[],
  own: readonly DefinedTool[],
  tokens: DefinitionTokens,
): SavedTokens | undefined {
  const withTools = servers.filter(({ tools }) => tools.length > 0);
  const tools = withTools.flatMap((server) => server.tools);
  const asTools = tokens.sum(tools);
  const asCodeMode = tokens.sum(own);
  const saved = asTools - asCodeMode;
  return saved > 0 ? { servers: withTools.length, tools: tools.length, asTools, asCodeMode, saved } : undefined;
}
