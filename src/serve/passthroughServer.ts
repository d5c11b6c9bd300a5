// Serves the passed-through tools in an MCP server of their own, for one connection (MCP 2024-11-05 to 2025-11-25) or
// for one request (MCP 2026-07-28).
import { McpServer, type CallToolResult, type Transport } from '@modelcontextprotocol/server';
import type { JsonObject } from '../base/json.ts';
import { noValidator } from '../base/unchecked.ts';
import { serveAppViews, viewCapabilities } from './appViews.ts';
import { clientOf, connectionCall, failedResult, type ClientCall } from './clientCall.ts';
import { serveUntilClosed, type ClientSession } from './clientSession.ts';
import type { PassthroughTools } from './passthroughTools.ts';
import type { Rounds } from './rounds.ts';
import { noListing, type ToolListings } from './toolListings.ts';

interface PassthroughServerOptions {
  /** The tools, shared by all clients. */
  readonly passthrough: PassthroughTools;
  readonly version: string;
  /** Present for a request of MCP 2026-07-28, absent for a connection. */
  readonly requests?: { readonly rounds: Rounds; readonly listings: ToolListings };
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
      // `params` was parsed from JSON.
      const { name, arguments: input = {} } = params as {
        readonly name: string;
        readonly arguments?: JsonObject;
      };
      const work = (call: ClientCall) =>
        passthrough.call(name, input, call, listingOf(call.client.name).tools);
      if (!requests) return work(connectionCall(server, context));
      return requests.rounds.serve(context, {
        client: clientOf(server, context),
        params: { name, arguments: input },
        work,
        lost,
      });
    });
    serveAppViews(server, (uri, context) => passthrough.readView(uri, context.mcpReq.signal));
    this.server = server;
  }

  async serve(transport: Transport, signal: AbortSignal): Promise<void> {
    const { passthrough, log } = this.#options;
    // A notification to a client that has disconnected is dropped.
    const stopListening = passthrough.onDidChange(
      () => void this.server.sendToolListChanged().catch(() => undefined),
    );
    try {
      await serveUntilClosed(this.server, transport, signal, log);
    } finally {
      stopListening();
    }
  }
}

/** Returns the result for a call whose process has ended. It is not known if the tool's server finished the call. */
function lost(): Promise<CallToolResult> {
  const text =
    'The process that made this call is gone. It may have taken effect: look before you repeat it.';
  return Promise.resolve(failedResult(text));
}
