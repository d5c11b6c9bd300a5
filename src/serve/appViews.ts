// The views of apps (MCP Apps 2026-01-26) that show the answers of ordinary tools: a client reads them from the server that it calls the tools
// at, which is ours. There is nothing else to read here, and a view need not be listed.
import type { McpServer, ReadResourceResult, ServerContext } from '@modelcontextprotocol/server';

/** For the capabilities of a server that has them. */
export const viewCapabilities = { resources: {} } as const;

/** Answers requests for resources; `read` throws a `ProtocolError` for what cannot be read. */
export function serveAppViews(
  server: McpServer['server'],
  read: (uri: string, context: ServerContext) => Promise<ReadResourceResult>,
): void {
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }, context) => read(params.uri, context));
}
