// A snapshot: names become tools here. Names are answered without waiting.
import type { CatalogServer, CatalogSnapshot, CatalogTool, ExcludedTool, FeatureLookup, Lookup, SearchHit } from './catalogSnapshot.ts';
import { likeName } from './names.ts';
import { nearestServers, nearestTools } from './nearest.ts';
import type { SearchOptions, ToolSearch } from './search/search.ts';
import { memberOf, type ServerFeature } from './serverFeatures.ts';

interface ServerEntry {
  readonly server: CatalogServer;
  /** By raw name and by name in scripts. */
  readonly callable: Named<CatalogTool | ExcludedTool>;
}

export class Snapshot implements CatalogSnapshot {
  readonly servers: readonly CatalogServer[];
  readonly warnings: readonly string[];
  readonly #entries: Named<ServerEntry>;
  readonly #search: ToolSearch;

  /** `search` is over the same servers. */
  constructor(servers: readonly CatalogServer[], warnings: readonly string[], search: ToolSearch) {
    this.servers = servers;
    this.warnings = warnings;
    const entries = servers.map((server) => ({
      server,
      callable: new Named<CatalogTool | ExcludedTool>([...server.excluded, ...server.tools], ({ name, method }) => [name, method]),
    }));
    this.#entries = new Named(entries, ({ server }) => [server.name, server.namespace]);
    this.#search = search;
  }

  find(serverName: string, toolName: string): Lookup {
    const entry = this.#entries.find(serverName);
    if (!entry) return { kind: 'unknown_server', nearest: nearestServers(serverName, toolName, this.servers) };
    const { server } = entry;
    const known = entry.callable.find(toolName);
    if (known) return 'pattern' in known ? { kind: 'excluded', server, tool: known } : { kind: 'tool', tool: known };
    return unavailable(server) ?? { kind: 'unknown_tool', server, nearest: nearestTools(toolName, server, this.servers) };
  }

  findFeature(serverName: string, feature: ServerFeature): FeatureLookup {
    const entry = this.#entries.find(serverName);
    if (!entry) return { kind: 'unknown_server', nearest: nearestServers(serverName, '', this.servers) };
    const { server } = entry;
    const excluded = server.excluded.find(({ method }) => method === memberOf(feature));
    if (excluded) return { kind: 'excluded', server, tool: excluded };
    const { ask, features } = server;
    const offered = ask && (features === undefined || features.includes(feature));
    return unavailable(server) ?? (offered ? { kind: 'feature', server, ask } : { kind: 'not_offered', server, feature });
  }

  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]> {
    return this.#search.find(query, options);
  }
}

/** Set for a server of which nothing can be had. */
function unavailable(server: CatalogServer): Extract<Lookup, { kind: 'unavailable' }> | undefined {
  const { error, listed, namespace, cachedAt } = server;
  if (cachedAt !== undefined) return undefined;
  if (error !== undefined) return { kind: 'unavailable', server, error };
  if (listed) return undefined;
  return { kind: 'unavailable', server, error: `it was not asked for its tools in this run; name it as \`tools.${namespace}\`.` };
}

/** Things by either of their names, and by a name that differs from these only in letter case and in how words are joined. */
class Named<T> {
  readonly #exact: ReadonlyMap<string, T>;
  #alike: ReadonlyMap<string, ReadonlySet<T>> | undefined;

  /** The name in scripts wins over another's raw name. */
  constructor(items: readonly T[], names: (item: T) => readonly [raw: string, legal: string]) {
    const raws = items.map((item) => [names(item)[0], item] as const);
    const legals = items.map((item) => [names(item)[1], item] as const);
    // A Map, so that `__proto__` and `constructor` are names like any other.
    this.#exact = new Map([...raws, ...legals]);
  }

  /** undefined also for a name that several could be meant by. */
  find(name: string): T | undefined {
    const exact = this.#exact.get(name);
    if (exact !== undefined) return exact;
    this.#alike ??= this.#byLikeName();
    const [only, ...others] = this.#alike.get(likeName(name)) ?? [];
    return others.length > 0 ? undefined : only;
  }

  #byLikeName(): ReadonlyMap<string, ReadonlySet<T>> {
    const alike = new Map<string, Set<T>>();
    for (const [name, item] of this.#exact) {
      const like = likeName(name);
      if (like !== '') alike.set(like, (alike.get(like) ?? new Set()).add(item));
    }
    return alike;
  }
}
