// One MCP client's session with the ordinary tools, in a server of their own.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../base/json.ts';
import { serveAppViews, viewCapabilities } from './appViews.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import type { PassthroughTools } from './passthroughTools.ts';

interface PassthroughServerOptions {
  /** Of all clients. */
  readonly passthrough: PassthroughTools;
  readonly version: string;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

export class PassthroughServer implements ClientSession {
  readonly #options: PassthroughServerOptions;
  readonly #server: McpServer['server'];
  #listed: ReadonlyMap<string, Tool> = new Map();

  constructor(options: PassthroughServerOptions) {
    this.#options = options;
    const { passthrough, version } = options;
    const info = { name: 'code-mode-tools', title: 'Code Mode Tools', version };
    this.#server = new McpServer(info, { capabilities: { tools: { listChanged: true }, ...viewCapabilities } }).server;
    this.#server.setRequestHandler(ListToolsRequestSchema, async (_request, { signal }) => {
      const tools = await passthrough.list(signal);
      this.#listed = new Map(tools.map((tool) => [tool.name, tool]));
      return { tools: [...tools] };
    });
    this.#server.setRequestHandler(CallToolRequestSchema, ({ params }, request) => {
      const client = { capabilities: this.#server.getClientCapabilities(), listed: this.#listed };
      // It came as JSON.
      return passthrough.call(params.name, (params.arguments ?? {}) as JsonObject, request, client);
    });
    serveAppViews(this.#server, (uri, request) => passthrough.readView(uri, request));
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    const { passthrough, log } = this.#options;
    // A client that is gone reads nothing.
    const stopListening = passthrough.onDidChange(() => void this.#server.sendToolListChanged().catch(() => undefined));
    try {
      await serveUntilClosed(this.#server, transport, signal, ({ message }) => log(`MCP client: ${message}`));
    } finally {
      stopListening();
    }
  }
}
