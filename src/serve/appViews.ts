// The views of apps (MCP Apps 2026-01-26) that show the answers of ordinary tools: a client reads them from the server that it calls the tools
// at, which is ours. There is nothing else to read here, and a view need not be listed.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientRequest } from './clientRequest.ts';

/** For the capabilities of a server that has them. */
export const viewCapabilities = { resources: {} } as const;

/** Answers requests for resources; `read` throws an `McpError` for what cannot be read. */
export function serveAppViews(
  server: McpServer['server'],
  read: (uri: string, request: ClientRequest) => Promise<ReadResourceResult>,
): void {
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, request) => read(params.uri, request));
}
