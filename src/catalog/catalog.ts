// The catalog of the callable tools of all sources, each under one name. Each snapshot asks the sources again, because
// a source knows best when its lists are outdated. Derived data is reused only while the source returns the same array.
import type { CatalogServer } from './catalogSnapshot.ts';
import { failedServer, listedServer, unlistedServer, type ConfiguredServer } from './listedServer.ts';
import { Listeners } from '../base/listeners.ts';
import { assignNames, nameKey } from './names.ts';
import { ToolSearch } from './search/search.ts';
import { withTimeout, rejectOnAbort } from '../base/withTimeout.ts';
import { CatalogSnapshot } from './snapshot.ts';
import type {
  ToolListing,
  ListOptions,
  ServerInfo,
  ServerListing,
  ToolDefinition,
  ToolSource,
} from './toolSource.ts';
import { UsageCounts } from './search/usageCounts.ts';
import { Router } from './routing/router.ts';
import type { ModelRules } from './routing/modelRules.ts';
import { defaultRules, type RoutingRules } from './routing/routing.ts';
import { plainText } from '../base/text/plainText.ts';
import { visibleText } from '../base/text/visibleText.ts';
import { errorMessage } from '../base/errorMessage.ts';

interface CatalogOptions {
  readonly sources: readonly ToolSource[];
  /** Routing rules that differ from the defaults, read at each snapshot. */
  readonly routing: () => Partial<RoutingRules>;
  /** Counts of tool calls; default: counts of this catalog alone. */
  readonly usage?: UsageCounts;
  /** Asks a source for the tools of a server; default: the source's `listTools`. */
  readonly listTools?: (source: ToolSource, server: string, options: ListOptions) => Promise<ServerListing>;
  /** Called with one line for the log about a source that broke its contract. */
  readonly log: (line: string) => void;
  /** Maximum time in milliseconds for one server to start and list its tools; default 60,000. */
  readonly listTimeoutMs?: number;
}

export interface SnapshotRequest {
  /** Names of servers as in scripts: namespaces or raw names. Others are not started; unknown names are ignored. */
  readonly servers: 'all' | readonly string[];
  readonly signal: AbortSignal;
  /** True if the user may be asked for input that these servers need (`ListOptions.interactive`); default `false`. */
  readonly interactive?: boolean;
  /** Names of servers, as in `servers`, that are asked for their tools even if these are cached. */
  readonly fresh?: readonly string[];
  /** Maximum time for this snapshot in milliseconds; a slower server continues to start in the background. */
  readonly timeoutMs?: number;
  /** True if the search index is built in the background; default: only for snapshots of all servers. */
  readonly buildIndex?: boolean;
  /** Called with each server of `servers` as soon as it has been listed or has failed. */
  readonly onListed?: (server: CatalogServer) => void;
}

type ListMode = Required<Pick<ListOptions, 'interactive' | 'fresh'>>;

const DEFAULT_LIST_TIMEOUT_MS = 60_000;

export class Catalog {
  /** Counts of successful calls. Among equal hits, search puts the tools that were used first. */
  readonly usage: UsageCounts;
  readonly #options: CatalogOptions;
  readonly #listeners: Listeners;
  /** Listings in progress, by raw server name and mode, so that runs that start together ask a server once. */
  readonly #listings: Map<string, Promise<ServerListing>>;
  /** The listed server derived from each list of tools, with a key of the other inputs: names and routing. */
  readonly #made = new WeakMap<
    readonly ToolDefinition[],
    { readonly from: string; readonly listed: Promise<CatalogServer> }
  >();
  /** Search over the tools of the last snapshot of all servers. */
  #search: ToolSearch;

  /** `like` is another catalog over the same sources, with which all but names, routes and search is shared. */
  constructor(options: CatalogOptions, like?: Catalog) {
    this.#options = options;
    this.usage = like?.usage ?? options.usage ?? new UsageCounts();
    this.#listeners = like ? like.#listeners : new Listeners();
    this.#listings = like ? like.#listings : new Map<string, Promise<ServerListing>>();
    this.#search = new ToolSearch([], this.usage);
  }

  /** Returns a catalog of the same tools with the additional rules of one model or client. */
  forModel({ mode, excluded }: Pick<ModelRules, 'mode' | 'excluded'>): Catalog {
    const { routing } = this.#options;
    const merged = () => {
      const rules = routing();
      return { ...rules, ...(mode && { mode }), excluded: [...(rules.excluded ?? []), ...excluded] };
    };
    return new Catalog({ ...this.#options, routing: merged }, this);
  }

  /** Returns a snapshot of the requested servers. A failure is an error of its server; rejects only when aborted. */
  async snapshot({
    servers,
    signal,
    interactive = false,
    fresh = [],
    timeoutMs,
    onListed,
    buildIndex = servers === 'all',
  }: SnapshotRequest): Promise<CatalogSnapshot> {
    signal.throwIfAborted();
    const { known, warnings } = await rejectOnAbort(this.#configuredServers(), signal);
    const router = this.#router();
    const asked = servers === 'all' ? undefined : named(known, servers);
    const refreshed = named(known, fresh);
    const all = await Promise.all(
      known.map(async (server) => {
        if (asked && !asked.has(server)) return unlistedServer(server);
        const listed = await rejectOnAbort(
          this.#listed(server, router, { interactive, fresh: refreshed.has(server) }, timeoutMs),
          signal,
        );
        onListed?.(listed);
        return listed;
      }),
    );
    const search = this.#search.covers(all) ? this.#search : new ToolSearch(all, this.usage);
    if (!asked) this.#search = search;
    if (buildIndex) void search.ready();
    const allWarnings = [...warnings, ...router.warnings, ...all.flatMap((server) => server.warnings ?? [])];
    return new CatalogSnapshot(all, allWarnings.map(visibleText), search);
  }

  /** Returns every configured server in order, with its cached tools. Starts no server, asks nobody, never rejects. */
  async knownServers(): Promise<readonly CatalogServer[]> {
    const { known } = await this.#configuredServers();
    const router = this.#router();
    return Promise.all(
      known.map(async (server) => {
        const listing = await this.#knownTools(server);
        return listing?.ok ? this.#make(server, listing, router) : unlistedServer(server);
      }),
    );
  }

  /** Calls `listener` when servers, their tools or routes may have changed. Returns the function that stops this. */
  onDidChange(listener: () => void): () => void {
    const stops = this.#options.sources.map((source) => source.onDidChange(listener));
    const own = this.#listeners.add(listener);
    return () => {
      for (const stop of [own, ...stops]) stop();
    };
  }

  /** Must be called when the result of `routing` has changed. */
  routingChanged(): void {
    this.#listeners.fire();
  }

  #router(): Router {
    return new Router({ ...defaultRules, ...this.#options.routing() });
  }

  async #configuredServers() {
    const found = await Promise.all(
      this.#options.sources.map(async (source) => ({ source, infos: await this.#infosOf(source) })),
    );
    const configured = new Map<string, { readonly source: ToolSource; readonly info: ServerInfo }>();
    const warnings = found.flatMap(({ source }) => source.warnings());
    for (const { source, infos } of found) {
      for (const info of infos) {
        const first = configured.get(info.name)?.info;
        if (!first) configured.set(info.name, { source, info });
        else
          warnings.push(
            `Server ${JSON.stringify(info.name)} is defined in ${first.origin} (used) and ${info.origin} (not used).`,
          );
      }
    }
    const { names, collisions } = assignNames(configured.keys(), 'server');
    for (const { raw, name, wanted, owner } of collisions) {
      warnings.push(
        `Servers ${JSON.stringify(owner)} and ${JSON.stringify(raw)} share the name tools.${wanted}; the second is tools.${name}.`,
      );
    }
    const known = [...configured.values()].map(({ source, info }): ConfiguredServer => {
      return { source, info, namespace: names.get(info.name) ?? info.name };
    });
    return { known, warnings };
  }

  async #infosOf(source: ToolSource): Promise<readonly ServerInfo[]> {
    try {
      return await source.servers();
    } catch (error) {
      this.#options.log(`A tool source cannot list its servers: ${errorMessage(error)}`);
      return [];
    }
  }

  async #knownTools({ source, info }: ConfiguredServer): Promise<ServerListing | undefined> {
    try {
      return await (source.knownTools
        ? source.knownTools(info.name)
        : source.listTools(info.name, { signal: AbortSignal.abort() }));
    } catch (error) {
      this.#options.log(`A tool source cannot read its cached tools of ${info.name}: ${errorMessage(error)}`);
      return undefined;
    }
  }

  async #listed(
    known: ConfiguredServer,
    router: Router,
    how: ListMode,
    timeoutMs: number | undefined,
  ): Promise<CatalogServer> {
    const listed = this.#listing(known, how);
    const listing = await (timeoutMs === undefined ? listed : withTimeout(listed, timeoutMs));
    if (listing !== 'late')
      return listing.ok ? await this.#make(known, listing, router) : failedServer(known, listing);
    const error = `it is still starting after ${seconds(timeoutMs ?? 0)}; try again soon.`;
    return failedServer(known, { error, isStarting: true });
  }

  async #make(known: ConfiguredServer, listing: ToolListing, router: Router): Promise<CatalogServer> {
    const { tools, cached, ...rest } = listing;
    const from = JSON.stringify([known.info.name, known.info.origin, known.namespace, router.key, rest]);
    const made = this.#made.get(tools);
    const making = made?.from === from ? made.listed : listedServer(known, listing, router);
    this.#made.set(tools, { from, listed: making });
    const listed = await making;
    if (!cached) return listed;
    const { at, state, error } = cached;
    const said = error !== undefined && { error: plainText(error) };
    return { ...listed, state, ...said, cachedAt: at };
  }

  #listing(known: ConfiguredServer, how: ListMode): Promise<ServerListing> {
    const key = JSON.stringify([known.info.name, how.interactive, how.fresh]);
    const running = this.#listings.get(key);
    if (running) return running;
    const listing = this.#ask(known, how).finally(() => this.#listings.delete(key));
    this.#listings.set(key, listing);
    return listing;
  }

  /** Asks a source for the tools of a server. Never rejects, and observes the timeout even if the source does not. */
  async #ask({ source, info }: ConfiguredServer, how: ListMode): Promise<ServerListing> {
    const { log, listTools, listTimeoutMs = DEFAULT_LIST_TIMEOUT_MS } = this.#options;
    const abandoned = new AbortController();
    try {
      const options = { ...how, signal: abandoned.signal };
      const asked = listTools ? listTools(source, info.name, options) : source.listTools(info.name, options);
      for (let waits = true; waits; waits = how.interactive && (await waitsForUser(source, info.name))) {
        const listing = await withTimeout(asked, listTimeoutMs);
        if (listing !== 'late') return listing;
      }
      abandoned.abort(new Error('Listing timed out.'));
      return unlisted(`took over ${seconds(listTimeoutMs)}`);
    } catch (error) {
      log(`Listing the tools of ${info.name} failed: ${errorMessage(error)}`);
      return unlisted(`failed: ${errorMessage(error)}`);
    }
  }
}

/** True if the server waits for the user, whose time does not count towards the timeout. */
export async function waitsForUser(source: Pick<ToolSource, 'servers'>, server: string): Promise<boolean> {
  const state = (await source.servers()).find(({ name }) => name === server)?.state;
  return state === 'needs_input' || state === 'needs_sign_in';
}

/**
 * Returns the servers with these names. A name without an exact match selects servers whose names differ only in letter
 * case or in how words are joined.
 */
function named(known: readonly ConfiguredServer[], names: readonly string[]): ReadonlySet<ConfiguredServer> {
  const alike = Map.groupBy(known, ({ info }) => nameKey(info.name));
  return new Set(
    names.flatMap((name) => {
      const exact = known.filter(({ info, namespace }) => info.name === name || namespace === name);
      return exact.length > 0 ? exact : (alike.get(nameKey(name)) ?? []);
    }),
  );
}

function unlisted(reason: string): ServerListing {
  return { ok: false, error: `listing its tools ${reason}. Check its output, then restart it.` };
}

function seconds(ms: number): string {
  return `${ms / 1_000} s`;
}
