// The ordinary tools, in a server of their own: of one connection (MCP 2024-11-05 to 2025-11-25), or of one request (MCP 2026-07-28).
import { McpServer, type CallToolResult, type Transport } from '@modelcontextprotocol/server';
import type { JsonObject } from '../base/json.ts';
import { noValidator } from '../base/unchecked.ts';
import { serveAppViews, viewCapabilities } from './appViews.ts';
import { clientOf, connectionCall, type ClientCall } from './clientCall.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import type { PassthroughTools } from './passthroughTools.ts';
import type { Rounds } from './rounds.ts';
import { noListing, type ToolListings } from './toolListings.ts';

interface PassthroughServerOptions {
  /** Of all clients. */
  readonly passthrough: PassthroughTools;
  readonly version: string;
  /** Present for a request of MCP 2026-07-28. */
  readonly requests?: { readonly rounds: Rounds; readonly listings: ToolListings };
  /** One line for the log. */
  readonly log: (line: string) => void;
}

export class PassthroughServer implements ClientSession {
  readonly server: McpServer['server'];
  readonly #options: PassthroughServerOptions;

  constructor(options: PassthroughServerOptions) {
    this.#options = options;
    const { passthrough, version, requests } = options;
    const info = { name: 'code-mode-tools', title: 'Code Mode Tools', version };
    const { server } = new McpServer(info, {
      capabilities: { tools: { listChanged: true }, ...viewCapabilities },
      jsonSchemaValidator: noValidator,
      ...(requests && { requestState: { verify: requests.rounds.verify } }),
    });
    const ofConnection = noListing();
    const listingOf = (client: string | undefined) => requests?.listings.of(client) ?? ofConnection;
    server.setRequestHandler('tools/list', async (_request, context) => {
      const tools = await passthrough.list(context.mcpReq.signal);
      listingOf(clientOf(server, context).name).tools = new Map(tools.map((tool) => [tool.name, tool]));
      return { tools: [...tools] };
    });
    server.setRequestHandler('tools/call', ({ params }, context) => {
      // It came as JSON.
      const { name, arguments: input = {} } = params as { readonly name: string; readonly arguments?: JsonObject };
      const work = (call: ClientCall) => passthrough.call(name, input, call, listingOf(call.client.name).tools);
      if (!requests) return work(connectionCall(server, context));
      return requests.rounds.serve(context, { client: clientOf(server, context), params: { name, arguments: input }, work, lost });
    });
    serveAppViews(server, (uri, context) => passthrough.readView(uri, context.mcpReq.signal));
    this.server = server;
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    const { passthrough, log } = this.#options;
    // A client that is gone reads nothing.
    const stopListening = passthrough.onDidChange(() => void this.server.sendToolListChanged().catch(() => undefined));
    try {
      await serveUntilClosed(this.server, transport, signal, ({ message }) => log(`MCP client: ${message}`));
    } finally {
      stopListening();
    }
  }
}

/** A call whose process is gone: whether its server had finished it is not known. */
function lost(): Promise<CallToolResult> {
  const text = 'The process that made this call is gone. It may have taken effect: look before you repeat it.';
  return Promise.resolve({ content: [{ type: 'text', text }], isError: true });
}
