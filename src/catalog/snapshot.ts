// A snapshot: names become tools here. Names are answered without waiting.
import type { CatalogServer, CatalogSnapshot, CatalogTool, ExcludedTool, Lookup, SearchHit } from './catalogSnapshot.ts';
import { nearestServers, nearestTools } from './nearest.ts';
import type { SearchOptions, ToolSearch } from './search.ts';

interface ServerEntry {
  readonly server: CatalogServer;
  readonly tools: ReadonlyMap<string, CatalogTool>;
  readonly excluded: ReadonlyMap<string, ExcludedTool>;
}

export class Snapshot implements CatalogSnapshot {
  readonly servers: readonly CatalogServer[];
  readonly warnings: readonly string[];
  readonly #entries: ReadonlyMap<string, ServerEntry>;
  readonly #search: ToolSearch;

  /** `search` is over the same servers. */
  constructor(servers: readonly CatalogServer[], warnings: readonly string[], search: ToolSearch) {
    this.servers = servers;
    this.warnings = warnings;
    this.#entries = byEitherName(
      servers.map((server) => ({ server, tools: byMethod(server.tools), excluded: byMethod(server.excluded) })),
      ({ server }) => [server.name, server.namespace],
    );
    this.#search = search;
  }

  find(serverName: string, toolName: string): Lookup {
    const entry = this.#entries.get(serverName);
    if (!entry) return { kind: 'unknown_server', nearest: nearestServers(serverName, toolName, this.servers) };
    const { server } = entry;
    const tool = entry.tools.get(toolName);
    if (tool) return { kind: 'tool', tool };
    const excluded = entry.excluded.get(toolName);
    if (excluded) return { kind: 'excluded', server, tool: excluded };
    if (server.error !== undefined) return { kind: 'unavailable', server, error: server.error };
    if (!server.listed)
      return {
        kind: 'unavailable',
        server,
        error: 'it was not asked for its tools in this run; name it as `tools.' + server.namespace + '`.',
      };
    return { kind: 'unknown_tool', server, nearest: nearestTools(toolName, server, this.servers) };
  }

  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]> {
    return this.#search.find(query, options);
  }
}

function byMethod<T extends { readonly name: string; readonly method: string }>(tools: readonly T[]): ReadonlyMap<string, T> {
  return byEitherName(tools, (tool) => [tool.name, tool.method]);
}

/** The name in scripts wins over another's raw name; a Map, so that `__proto__` and `constructor` are names like any other. */
function byEitherName<T>(items: readonly T[], names: (item: T) => readonly [raw: string, legal: string]): ReadonlyMap<string, T> {
  const raws = items.map((item) => [names(item)[0], item] as const);
  const legals = items.map((item) => [names(item)[1], item] as const);
  return new Map([...raws, ...legals]);
}
