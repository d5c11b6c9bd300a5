// All servers as a run, a search or a view sees them. A snapshot never changes, whatever happens to servers or settings
// meanwhile.
import type {
  CatalogServer,
  FeatureLookup,
  ToolLookup,
  NeedHits,
  SearchHit,
  SearchOptions,
} from './catalogSnapshot.ts';
import { nameKey } from './names.ts';
import { nearestServers, nearestTools } from './nearest.ts';
import type { ToolSearch } from './search/search.ts';
import { featureMember, type ServerFeature } from './serverFeatures.ts';

type FoundTool = Extract<ToolLookup, { kind: 'tool' | 'withheld' }>;

interface ServerEntry {
  readonly server: CatalogServer;
  /** Tools by raw name and by name in scripts. */
  readonly named: Named<FoundTool>;
}

export class CatalogSnapshot {
  /** Servers in the order of the configuration. */
  readonly servers: readonly CatalogServer[];
  /** One line for each problem: colliding names, omitted malformed tools, servers defined twice. */
  readonly warnings: readonly string[];
  readonly #entries: Named<ServerEntry>;
  readonly #search: ToolSearch;

  /** `search` must be over the same servers. */
  constructor(servers: readonly CatalogServer[], warnings: readonly string[], search: ToolSearch) {
    this.servers = servers;
    this.warnings = warnings;
    const entries = servers.map((server) => ({
      server,
      named: new Named<FoundTool>(
        [
          ...server.withheld.map((tool) => ({ kind: 'withheld', server, tool }) as const),
          ...server.tools.map((tool) => ({ kind: 'tool', tool }) as const),
        ],
        ({ tool }) => [tool.name, tool.method],
      ),
    }));
    this.#entries = new Named(entries, ({ server }) => [server.name, server.namespace]);
    this.#search = search;
  }

  /** Looks up a tool by namespace or raw server name, and by method or raw tool name. Only own names match. */
  find(serverName: string, toolName: string): ToolLookup {
    const entry = this.#entries.find(serverName);
    const { servers } = this;
    // Callers that only check if the name exists do not pay for the search of similar names.
    if (!entry)
      return withNearest({ kind: 'unknown_server' as const }, () =>
        nearestServers(serverName, toolName, servers),
      );
    const { server } = entry;
    return (
      entry.named.find(toolName) ??
      unavailable(server) ??
      withNearest({ kind: 'unknown_tool' as const, server }, () => nearestTools(toolName, server, servers))
    );
  }

  /** Looks up a feature of a server in the same way. */
  findFeature(serverName: string, feature: ServerFeature): FeatureLookup {
    const entry = this.#entries.find(serverName);
    if (!entry) return { kind: 'unknown_server', nearest: nearestServers(serverName, '', this.servers) };
    const { server } = entry;
    const withheld = server.withheld.find(({ method }) => method === featureMember(feature));
    if (withheld) return { kind: 'withheld', server, tool: withheld };
    const { requestFeature, features } = server;
    const offered = requestFeature && (features === undefined || features.includes(feature));
    return (
      unavailable(server) ??
      (offered ? { kind: 'feature', server, requestFeature } : { kind: 'not_offered', server, feature })
    );
  }

  /** Returns ranked tools; an empty query returns all tools in order. Never rejects. */
  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]> {
    return this.#search.find(query, options);
  }

  /** Returns ranked tools for each need of the query. `limit` is the maximum for each need. Never rejects. */
  searchNeeds(query: string, options?: SearchOptions): Promise<readonly NeedHits[]> {
    return this.#search.findNeeds(query, options);
  }
}

/** Adds `nearest`, which is computed when it is first read. */
function withNearest<Fields extends object, Near>(
  fields: Fields,
  find: () => readonly Near[],
): Fields & { readonly nearest: readonly Near[] } {
  let found: readonly Near[] | undefined;
  return {
    ...fields,
    get nearest() {
      return (found ??= find());
    },
  };
}

/** Returns a failed lookup for a server whose tools are unknown; undefined for other servers. */
function unavailable(server: CatalogServer): Extract<ToolLookup, { kind: 'unavailable' }> | undefined {
  const { error, listed, namespace, cachedAt } = server;
  if (cachedAt !== undefined) return undefined;
  if (error !== undefined) return { kind: 'unavailable', server, error };
  if (listed) return undefined;
  return { kind: 'unavailable', server, error: `not asked in this run; name it as \`tools.${namespace}\`.` };
}

/** Finds items by either of their names, or by a name that differs only in letter case or in how words are joined. */
class Named<T> {
  readonly #exact: ReadonlyMap<string, T>;
  #alike: ReadonlyMap<string, ReadonlySet<T>> | undefined;

  /** The script name of an item has precedence over the raw name of another. */
  constructor(items: readonly T[], names: (item: T) => readonly [raw: string, legal: string]) {
    const raws = items.map((item) => [names(item)[0], item] as const);
    const legals = items.map((item) => [names(item)[1], item] as const);
    // A Map treats `__proto__` and `constructor` like any other name.
    this.#exact = new Map([...raws, ...legals]);
  }

  /** Returns undefined also if several items match the name. */
  find(name: string): T | undefined {
    const exact = this.#exact.get(name);
    if (exact !== undefined) return exact;
    this.#alike ??= this.#byLikeName();
    const [only, ...others] = this.#alike.get(nameKey(name)) ?? [];
    return others.length > 0 ? undefined : only;
  }

  #byLikeName(): ReadonlyMap<string, ReadonlySet<T>> {
    const alike = new Map<string, Set<T>>();
    for (const [name, item] of this.#exact) {
      const like = nameKey(name);
      if (like !== '') alike.set(like, (alike.get(like) ?? new Set()).add(item));
    }
    return alike;
  }
}
