// One MCP client's session with the tools that stay tools, in a server of their own.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../catalog/json.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import { PassthroughTools, type PassthroughCatalog } from './passthroughTools.ts';
import { ToolList } from './toolList.ts';

export interface PassthroughServerOptions {
  readonly catalog: PassthroughCatalog;
  readonly version: string;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

export class PassthroughServer implements ClientSession {
  readonly #options: PassthroughServerOptions;
  readonly #server: McpServer['server'];
  readonly #list: ToolList;

  constructor(options: PassthroughServerOptions) {
    this.#options = options;
    const { catalog, version, log } = options;
    const info = { name: 'code-mode-tools', title: 'Code Mode Tools', version };
    this.#server = new McpServer(info, { capabilities: { tools: { listChanged: true } } }).server;
    const tools = new PassthroughTools(catalog);
    this.#list = new ToolList(this.#server, {
      tools: (signal) => tools.list(signal),
      onDidChange: (listener) => catalog.onDidChange(listener),
      log,
    });
    this.#server.setRequestHandler(CallToolRequestSchema, ({ params }, request) =>
      // It came as JSON.
      tools.call(params.name, (params.arguments ?? {}) as JsonObject, request),
    );
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    using _list = this.#list;
    await serveUntilClosed(this.#server, transport, signal, ({ message }) => this.#options.log(`MCP client: ${message}`));
  }
}
