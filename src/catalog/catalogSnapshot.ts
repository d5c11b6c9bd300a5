// The tools as one run sees them.
import type { ServerShape, ToolShape } from '../declarations/index.ts';
import type { Routing } from './routing/routing.ts';
import type { JsonObject } from '../base/json.ts';
import type { FeatureAnswer, FeatureRequest, ServerFeature } from './serverFeatures.ts';
import type { CallOptions, ServerState, ToolDefinition, ToolSource } from './toolSource.ts';

/** One tool under its legal, unique name, with its route to a model. */
export interface CatalogTool
  extends
    Omit<ToolDefinition, 'appOnly' | 'appView' | '_meta'>,
    Omit<ToolShape, keyof ToolDefinition>,
    Routing {
  /** The place that defines the server, such as a file. Origin and name together identify the server. */
  readonly origin: string;
  /** Values for arguments that the server requires and a script may omit, since `inputSchema` does not require them. */
  readonly defaults?: JsonObject;
  /** The source that calls the tool, by the raw names of the server and the tool in `definition`. */
  readonly source: Pick<ToolSource, 'callTool'>;
  /** The tool as its server listed it. */
  readonly definition: ToolDefinition;
}

/** A tool that scripts cannot call, but errors can name: blocked, excluded from code, or for its server's own app. */
export interface WithheldTool extends Pick<ToolShape, 'name' | 'method' | 'path'>, Routing {
  /** The tool itself, if it stays a direct tool (`route: 'tool'`). */
  readonly tool?: CatalogTool;
  /** Name under which the tool is offered directly; absent if no direct tools are offered. */
  readonly offeredAs?: string;
}

/** One server with its tools, as far as this snapshot knows them. */
export interface CatalogServer extends Omit<ServerShape, 'tools'> {
  /** The file or setting that defines the server, for people. */
  readonly origin: string;
  readonly state: ServerState;
  /** Time at which cached tools were listed, in milliseconds since 1970; absent if the tools are current. */
  readonly cachedAt?: number;
  /** Version of MCP that the server speaks, or spoke last. */
  readonly protocolVersion?: string;
  /** Tools that scripts can call, sorted by raw name. The chat may get some of them as direct tools, too (`route`). */
  readonly tools: readonly CatalogTool[];
  /** Tools that scripts cannot call, and withheld features as `$resources` and `$prompts`. */
  readonly withheld: readonly WithheldTool[];
  /** Problems of the server's list, one line each; absent if its tools were not listed. */
  readonly warnings?: readonly string[];
  /** Requests a feature besides tools; absent if the server was not asked for its tools or cannot offer features. */
  readonly requestFeature?: (request: FeatureRequest, options: CallOptions) => Promise<FeatureAnswer>;
}

/**
 * Returns the tools of a server that a passthrough server offers directly, whether scripts can also call them or not.
 */
export function ordinaryTools({ tools, withheld }: CatalogServer): readonly CatalogTool[] {
  return [...tools.filter(({ route }) => route === 'tool'), ...withheld.flatMap(({ tool }) => tool ?? [])];
}

/** The meaning of `tools.<server>.<tool>` in a snapshot. `nearest` has at most three entries, best first. */
export type ToolLookup =
  | { readonly kind: 'tool'; readonly tool: CatalogTool }
  | { readonly kind: 'withheld'; readonly server: CatalogServer; readonly tool: WithheldTool }
  | { readonly kind: 'unavailable'; readonly server: CatalogServer; readonly error: string }
  | {
      readonly kind: 'unknown_tool';
      readonly server: CatalogServer;
      readonly nearest: readonly CatalogTool[];
    }
  | { readonly kind: 'unknown_server'; readonly nearest: readonly CatalogServer[] };

/** The meaning of `tools.<server>.$resources`, `$prompts` and their methods in a snapshot. */
export type FeatureLookup =
  | {
      readonly kind: 'feature';
      readonly server: CatalogServer;
      readonly requestFeature: NonNullable<CatalogServer['requestFeature']>;
    }
  | { readonly kind: 'not_offered'; readonly server: CatalogServer; readonly feature: ServerFeature }
  | Extract<ToolLookup, { kind: 'withheld' | 'unavailable' | 'unknown_server' }>;

export interface SearchHit {
  readonly tool: CatalogTool;
  /** The higher the score, the better the hit; scores are comparable only within one result. */
  readonly score: number;
}

/**
 * The hits for one of the needs that a query lists. The best hit has the score 1, and the others have a share of it.
 */
export interface NeedHits {
  /** The need in the words of the query. */
  readonly need: string;
  /** Hits, best first. */
  readonly hits: readonly SearchHit[];
}

export interface SearchOptions {
  /** Namespace or raw name of the only server to search. */
  readonly server?: string;
  /** Maximum number of tools; default: all. */
  readonly limit?: number;
}
