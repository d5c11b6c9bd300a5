// The tools as one run sees them: taken once, never changed, whatever happens to servers or settings meanwhile.
import type { Routing } from '../routing/routing.ts';
import type { JsonObject } from '../base/json.ts';
import type { FeatureAnswer, FeatureRequest, ServerFeature } from './serverFeatures.ts';
import type { CallOptions, ServerState, ToolDefinition, ToolSource } from './toolSource.ts';

/** One tool under its legal, unique name, with how a model gets it. */
export interface CatalogTool extends Omit<ToolDefinition, 'appOnly' | 'appView' | '_meta'>, Routing {
  /** The server's name in the configuration. */
  readonly server: string;
  /** Where the server is defined: with its name, its identity. */
  readonly origin: string;
  /** The name and version that the server reports itself (MCP `serverInfo`): a claim, which any server can make. */
  readonly serverName?: string;
  readonly serverVersion?: string;
  /** The server's name in scripts: `tools.<namespace>`. */
  readonly namespace: string;
  /** The tool's MCP name, which also works in scripts as `tools.<namespace>["<name>"]`. */
  readonly name: string;
  /** The tool's name in scripts: `tools.<namespace>.<method>`. */
  readonly method: string;
  /** `tools.<namespace>.<method>`: the one name in declarations, search results, errors, logs and views. */
  readonly path: string;
  /** Sent for arguments that the server requires and a script may leave out: `inputSchema` does not require them. */
  readonly defaults?: JsonObject;
  /** True only when the server marks it `readOnlyHint: true` and not `destructiveHint: true`; anything else may write. */
  readonly readOnly: boolean;
  /** Its server says nothing of what it does, or says of all its tools what the specification assumes of any. */
  readonly isUndeclared?: true;
  /** Where it is called, by its server's and its own raw names, as `definition` has it. */
  readonly source: Pick<ToolSource, 'callTool'>;
  /** As its server listed it. */
  readonly definition: ToolDefinition;
}

/** What scripts cannot call, and errors can name: a tool that is blocked, excluded from code or kept by its server for its own app. */
export interface WithheldTool extends Routing {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Itself, where it stays an ordinary tool (`route: 'tool'`). */
  readonly tool?: CatalogTool;
  /** The name under which it is offered here; absent where no ordinary tools are. */
  readonly offeredAs?: string;
}

/** One server with its tools, as far as this snapshot knows them. */
export interface CatalogServer {
  /** In the configuration. */
  readonly name: string;
  /** In scripts: `tools.<namespace>`. */
  readonly namespace: string;
  /** Where it is defined, for people: a file or a setting. */
  readonly origin: string;
  readonly state: ServerState;
  /** Why it has no tools here, or only cached ones; one line, ending with what to do. */
  readonly error?: string;
  /** Set where its tools are cached: when they were listed, in milliseconds since 1970. */
  readonly cachedAt?: number;
  readonly instructions?: string;
  /** The version of MCP that is, or was last, spoken with it. */
  readonly protocolVersion?: string;
  /** Whether this snapshot asked the server for its tools; a server that a run does not name is not started. */
  readonly listed: boolean;
  /** Those that scripts can call, sorted by raw name. The chat may be offered some of them as ordinary tools as well (`route`). */
  readonly tools: readonly CatalogTool[];
  /** Features that are taken away are here too, as `$resources` and `$prompts`. */
  readonly withheld: readonly WithheldTool[];
  /** What it offers beside tools; absent where that is not known. */
  readonly features?: readonly ServerFeature[];
  /** Asks for what it offers beside tools; absent where it was not asked for its tools, or can offer nothing else. */
  readonly requestFeature?: (request: FeatureRequest, options: CallOptions) => Promise<FeatureAnswer>;
}

/** What a passthrough server offers of a server: those that stay ordinary tools, whether scripts can call them or not. */
export function ordinaryTools({ tools, withheld }: CatalogServer): readonly CatalogTool[] {
  return [...tools.filter(({ route }) => route === 'tool'), ...withheld.flatMap(({ tool }) => tool ?? [])];
}

/** What `tools.<server>.<tool>` means in a snapshot. `nearest` holds at most three, best first. */
export type ToolLookup =
  | { readonly kind: 'tool'; readonly tool: CatalogTool }
  | { readonly kind: 'withheld'; readonly server: CatalogServer; readonly tool: WithheldTool }
  | { readonly kind: 'unavailable'; readonly server: CatalogServer; readonly error: string }
  | { readonly kind: 'unknown_tool'; readonly server: CatalogServer; readonly nearest: readonly CatalogTool[] }
  | { readonly kind: 'unknown_server'; readonly nearest: readonly CatalogServer[] };

/** What `tools.<server>.$resources`, `$resources.updated` and `$prompts` mean in a snapshot. */
export type FeatureLookup =
  | { readonly kind: 'feature'; readonly server: CatalogServer; readonly requestFeature: NonNullable<CatalogServer['requestFeature']> }
  | { readonly kind: 'not_offered'; readonly server: CatalogServer; readonly feature: ServerFeature }
  | Extract<ToolLookup, { kind: 'withheld' | 'unavailable' | 'unknown_server' }>;

/** A tool that a search found. */
export interface SearchHit {
  readonly tool: CatalogTool;
  /** Larger is better; comparable within one result only. */
  readonly score: number;
}

/** The hits for one of the needs that a query lists. A hit's `score` is relative to that of the best hit, which is 1. */
export interface NeedHits {
  /** In the words of the query. */
  readonly need: string;
  /** Best first. */
  readonly hits: readonly SearchHit[];
}

/** What a run, a search or a view sees of all servers. Never changes. */
export interface CatalogSnapshot {
  /** In the order of the configuration. */
  readonly servers: readonly CatalogServer[];
  /** Two names that became one, malformed tools left out, servers defined twice: one line each. */
  readonly warnings: readonly string[];
  /** Own-key lookup by namespace or raw server name, and by method or raw tool name. */
  find(server: string, tool: string): ToolLookup;
  /** The same lookup of a server, for what it offers beside tools. */
  findFeature(server: string, feature: ServerFeature): FeatureLookup;
  /** Ranked tools; an empty query gives all, in order. Never rejects. */
  search(query: string, options?: { readonly server?: string; readonly limit?: number }): Promise<readonly SearchHit[]>;
  /** The same by the needs of the query. `limit`: of each. Never rejects. */
  searchNeeds(query: string, options?: { readonly server?: string; readonly limit?: number }): Promise<readonly NeedHits[]>;
}
