// A snapshot: names become tools here. Names are answered without waiting.
import type { CatalogServer, CatalogSnapshot, CatalogTool, ExcludedTool, FeatureLookup, Lookup, SearchHit } from './catalogSnapshot.ts';
import { likeName } from './names.ts';
import { nearestServers, nearestTools } from './nearest.ts';
import type { SearchOptions, ToolSearch } from './search.ts';
import type { ServerFeature } from './serverFeatures.ts';

interface ServerEntry {
  readonly server: CatalogServer;
  /** By raw name and by name in scripts. */
  readonly callable: ReadonlyMap<string, CatalogTool | ExcludedTool>;
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
      servers.map((server) => ({
        server,
        callable: byEitherName([...server.excluded, ...server.tools], ({ name, method }) => [name, method]),
      })),
      ({ server }) => [server.name, server.namespace],
    );
    this.#search = search;
  }

  find(serverName: string, toolName: string): Lookup {
    const entry = this.#entries.get(serverName) ?? onlyAlike(this.#entries, serverName);
    if (!entry) return { kind: 'unknown_server', nearest: nearestServers(serverName, toolName, this.servers) };
    const { server } = entry;
    const known = entry.callable.get(toolName) ?? onlyAlike(entry.callable, toolName);
    if (known) return 'pattern' in known ? { kind: 'excluded', server, tool: known } : { kind: 'tool', tool: known };
    return unavailable(server) ?? { kind: 'unknown_tool', server, nearest: nearestTools(toolName, server, this.servers) };
  }

  findFeature(serverName: string, feature: ServerFeature): FeatureLookup {
    const entry = this.#entries.get(serverName) ?? onlyAlike(this.#entries, serverName);
    if (!entry) return { kind: 'unknown_server', nearest: nearestServers(serverName, '', this.servers) };
    const { server } = entry;
    const excluded = server.excluded.find(({ method }) => method === `$${feature}`);
    if (excluded) return { kind: 'excluded', server, tool: excluded };
    const { ask, features } = server;
    const offered = ask && (features === undefined || features.includes(feature));
    return unavailable(server) ?? (offered ? { kind: 'feature', server, ask } : { kind: 'not_offered', server });
  }

  search(query: string, options?: SearchOptions): Promise<readonly SearchHit[]> {
    return this.#search.find(query, options);
  }
}

/** Set for a server of which nothing can be had. */
function unavailable(server: CatalogServer): Extract<Lookup, { kind: 'unavailable' }> | undefined {
  const { error, listed, namespace } = server;
  if (error !== undefined) return { kind: 'unavailable', server, error };
  if (listed) return undefined;
  return { kind: 'unavailable', server, error: `it was not asked for its tools in this run; name it as \`tools.${namespace}\`.` };
}

/** What is meant by a name that differs from a known one only in letter case and in how words are joined. */
function onlyAlike<T>(known: ReadonlyMap<string, T>, name: string): T | undefined {
  const wanted = likeName(name);
  const alike = new Set([...known].filter(([other]) => likeName(other) === wanted).map(([, item]) => item));
  const [only, ...others] = alike;
  return wanted === '' || others.length > 0 ? undefined : only;
}

/** The name in scripts wins over another's raw name; a Map, so that `__proto__` and `constructor` are names like any other. */
function byEitherName<T>(items: readonly T[], names: (item: T) => readonly [raw: string, legal: string]): ReadonlyMap<string, T> {
  const raws = items.map((item) => [names(item)[0], item] as const);
  const legals = items.map((item) => [names(item)[1], item] as const);
  return new Map([...raws, ...legals]);
}
