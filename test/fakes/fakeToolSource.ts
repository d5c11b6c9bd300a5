// A source of tools in memory whose servers answer as a test says.
import type { JsonObject } from '../../src/base/json.ts';
import type {
  CallOutcome,
  ListOptions,
  ServerInfo,
  ServerListing,
  ServerState,
  ToolAnnotations,
  ToolDefinition,
  ToolSource,
} from '../../src/catalog/toolSource.ts';

export interface FakeServer {
  readonly name: string;
  readonly origin?: string;
  readonly state?: ServerState;
  readonly tools?: readonly ToolDefinition[];
  readonly instructions?: string;
  /** Replaces `tools`: the behaviour of the list request. */
  readonly list?: (signal: AbortSignal, options: ListOptions) => Promise<ServerListing>;
}

export class FakeToolSource implements ToolSource {
  /** Names of the servers that were asked for their tools, in order. */
  readonly listed: string[] = [];
  /** For each of these requests, true if the server could ask a person. */
  readonly interactive: boolean[] = [];
  /** The calls made, in order. */
  readonly calls: { readonly server: string; readonly tool: string; readonly input: JsonObject }[] = [];
  configurationWarnings: readonly string[] = [];
  #servers: readonly FakeServer[];
  readonly #listeners = new Set<() => void>();

  constructor(...servers: readonly FakeServer[]) {
    this.#servers = servers;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  change(...servers: readonly FakeServer[]): void {
    this.#servers = servers;
    for (const listener of [...this.#listeners]) listener();
  }

  servers(): Promise<readonly ServerInfo[]> {
    return Promise.resolve(
      this.#servers.map(({ name, origin = '/project/mcp.json', state = 'stopped' }) => ({
        name,
        origin,
        state,
      })),
    );
  }

  warnings(): readonly string[] {
    return this.configurationWarnings;
  }

  listTools(server: string, options: ListOptions): Promise<ServerListing> {
    this.listed.push(server);
    this.interactive.push(options.interactive === true);
    const found = this.#servers.find(({ name }) => name === server);
    if (!found) return Promise.resolve({ ok: false, error: 'there is no such server.' });
    const { tools = [], instructions, list } = found;
    return (
      list?.(options.signal, options) ??
      Promise.resolve({ ok: true, tools, ...(instructions !== undefined && { instructions }) })
    );
  }

  /** Returns undefined, since this source keeps no tools of earlier sessions. */
  knownTools(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  callTool(server: string, tool: string, input: JsonObject): Promise<CallOutcome> {
    this.calls.push({ server, tool, input });
    return Promise.resolve({
      ok: true,
      result: { content: [{ type: 'text', text: `${server}/${tool}` }], isError: false },
    });
  }

  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns a tool in the form of a server's list; every member except the name has a default. */
export function toolDefinition(
  name: string,
  overrides: Partial<ToolDefinition> & { readonly annotations?: ToolAnnotations } = {},
): ToolDefinition {
  return {
    name,
    description: '',
    inputSchema: { type: 'object', properties: {} },
    annotations: {},
    ...overrides,
  };
}
