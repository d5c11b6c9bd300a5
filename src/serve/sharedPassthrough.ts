// Ordinary tools beside `executeCode`, for a server that has both: their list is made once for all clients.
import type { CallToolResult, ReadResourceResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../catalog/json.ts';
import type { ClientRequest } from './clientRequest.ts';
import { PassthroughTools, type PassthroughCatalog, type PassthroughClient, type ToolRulings } from './passthroughTools.ts';
import { SharedReading } from './sharedReading.ts';

export class SharedPassthrough implements Disposable {
  readonly #tools: PassthroughTools;
  readonly #list: SharedReading;

  /** `log`: one line for the log. */
  constructor(catalog: PassthroughCatalog, rulings: ToolRulings, log: (line: string) => void) {
    this.#tools = new PassthroughTools(catalog, rulings);
    this.#list = new SharedReading({
      make: async (signal) => JSON.stringify(await this.#tools.list(signal)),
      onDidChange: (listener) => catalog.onDidChange(listener),
      log,
    });
  }

  async list(signal: AbortSignal): Promise<readonly Tool[]> {
    return JSON.parse(await this.#list.read(signal)) as readonly Tool[]; // as it was written above
  }

  /** @throws McpError where there is no such tool, or it can do more now than when the client was listed it. */
  call(name: string, input: JsonObject, request: ClientRequest, client: PassthroughClient): Promise<CallToolResult> {
    return this.#tools.call(name, input, request, client);
  }

  /** @throws McpError where it is not the view of a tool here, or its server does not give it. */
  readView(uri: string, request: ClientRequest): Promise<ReadResourceResult> {
    return this.#tools.readView(uri, request);
  }

  /** Fires when the list is another one. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void {
    return this.#list.onDidChange(listener);
  }

  [Symbol.dispose](): void {
    this.#list[Symbol.dispose]();
  }
}
