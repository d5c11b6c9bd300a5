// Serves the views of MCP Apps (MCP Apps 2026-01-26) that display the results of passed-through tools. A client reads a
// view from the server at which it calls the tools, and that is this server. No other resources can be read here, and
// the specification does not require a view to be listed.
import type { McpServer, ReadResourceResult, ServerContext } from '@modelcontextprotocol/server';

/** Capabilities of a server that serves app views. */
export const viewCapabilities = { resources: {} } as const;

/** Registers handlers for the resource requests. `read` throws a `ProtocolError` for a resource that cannot be read. */
export function serveAppViews(
  server: McpServer['server'],
  read: (uri: string, context: ServerContext) => Promise<ReadResourceResult>,
): void {
  server.setRequestHandler('resources/list', () => ({ resources: [] }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }, context) => read(params.uri, context));
}
