// The tools that an MCP server offers its client, and the news that they changed: once for changes that come together, and only where
// the client would read another list.
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ListToolsRequestSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';

export interface ToolListParts {
  /** What the client is to read now. */
  readonly tools: (signal: AbortSignal) => Promise<readonly Tool[]>;
  /** Fires when `tools` may give another list. Returns the function that stops listening. */
  readonly onDidChange: (listener: () => void) => () => void;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

/** Servers that start together change the list once. */
const changeMs = 300;

export class ToolList implements Disposable {
  readonly #server: Pick<McpServer['server'], 'sendToolListChanged'>;
  readonly #parts: ToolListParts;
  readonly #ended = new AbortController();
  readonly #stopListening: () => void;
  /** As the client last read it, in JSON. */
  #read: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `server` announces `tools: { listChanged: true }`. Dispose of it when the client is gone. */
  constructor(server: Pick<McpServer['server'], 'sendToolListChanged' | 'setRequestHandler'>, parts: ToolListParts) {
    this.#server = server;
    this.#parts = parts;
    server.setRequestHandler(ListToolsRequestSchema, async (_request, { signal }) => {
      const tools = await parts.tools(signal);
      this.#read = JSON.stringify(tools);
      return { tools: [...tools] };
    });
    this.#stopListening = parts.onDidChange(() => {
      this.#timer ??= setTimeout(() => void this.#announce(), changeMs);
    });
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
    clearTimeout(this.#timer);
    this.#stopListening();
  }

  async #announce(): Promise<void> {
    this.#timer = undefined;
    if (this.#read === undefined) return;
    try {
      const tools = await this.#parts.tools(this.#ended.signal);
      if (JSON.stringify(tools) !== this.#read) await this.#server.sendToolListChanged();
    } catch (error) {
      if (this.#ended.signal.aborted) return;
      this.#parts.log(`The list of tools could not be made again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
