// A source of tools without a server, for tests and benchmarks about the engine's use of tools.
import type { JsonObject } from '../../src/base/json.ts';
import type {
  CallOptions,
  CallOutcome,
  ServerInfo,
  ServerListing,
  ToolDefinition,
  ToolResult,
  ToolSource,
} from '../../src/catalog/toolSource.ts';

export interface InMemoryTool extends Partial<Omit<ToolDefinition, 'name'>> {
  readonly name: string;
  readonly answer?: (input: JsonObject, options: CallOptions) => Promise<ToolResult> | ToolResult;
}

/** Returns a tool's answer with one text block. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: false };
}

/** Returns a tool's answer with structured content. */
export function structuredResult(structuredContent: JsonObject): ToolResult {
  return { content: [], structuredContent, isError: false };
}

export class InMemorySource implements ToolSource {
  readonly calls: { server: string; tool: string; input: JsonObject }[] = [];
  readonly #servers: Readonly<Record<string, readonly InMemoryTool[]>>;
  readonly #listed: string[] = [];

  constructor(servers: Readonly<Record<string, readonly InMemoryTool[]>>) {
    this.#servers = servers;
  }

  /** Names of the servers that were asked for their tools, in order. */
  get listed(): readonly string[] {
    return this.#listed;
  }

  servers(): Promise<readonly ServerInfo[]> {
    return Promise.resolve(
      Object.keys(this.#servers).map((name) => ({ name, state: 'running', origin: 'memory' })),
    );
  }

  listTools(server: string): Promise<ServerListing> {
    this.#listed.push(server);
    const tools = (this.#servers[server] ?? []).map(({ answer: _answer, ...tool }) => ({
      description: '',
      inputSchema: { type: 'object', properties: {}, additionalProperties: true },
      annotations: { readOnlyHint: true },
      ...tool,
    }));
    return Promise.resolve({ ok: true, tools });
  }

  async callTool(
    server: string,
    tool: string,
    input: JsonObject,
    options: CallOptions,
  ): Promise<CallOutcome> {
    this.calls.push({ server, tool, input });
    const found = this.#servers[server]?.find(({ name }) => name === tool);
    const result = (await found?.answer?.(input, options)) ?? textResult('ok');
    if (!options.signal.aborted) return { ok: true, result };
    const message = `${server}/${tool} was cancelled.`;
    return { ok: false, error: { code: 'cancelled', server, tool, message, retryable: false, content: [] } };
  }

  warnings(): readonly string[] {
    return [];
  }

  onDidChange(): () => void {
    return () => undefined;
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}
