// What a search finds before it is worded: the same for `findTools`, for `codemode.search` and on the terminal.
import type { CatalogServer, CatalogSnapshot, CatalogTool, SearchHit } from '../../catalog/catalogSnapshot.ts';
import { featureHits, type FeatureHit } from './featureHits.ts';

interface Wanted {
  readonly query: string;
  /** Only this server: its name in scripts or in the configuration. */
  readonly server?: string;
  readonly limit: number;
}

interface Hits {
  /** Best first, several needs in turn; without what fits far worse than the best. */
  readonly hits: readonly SearchHit[];
  /** What servers offer beside tools, where the query asks for it. */
  readonly features: readonly FeatureHit[];
  /** All that has to do with the query, best first. */
  readonly ranked: readonly CatalogTool[];
}

const MOST_CONSIDERED = 100;
/** What fits this much worse than the best is not what was asked for. */
const LEAST_SHARE_OF_BEST = 0.3;
const LEAST_SHARE_OF_SAVED = 0.5;

export async function findHits(snapshot: CatalogSnapshot, { query, server, limit }: Wanted): Promise<Hits> {
  const servers = server === undefined ? snapshot.servers : snapshot.servers.filter((found) => isNamed(found, server));
  const found = await snapshot.search(query, { limit: MOST_CONSIDERED, ...(server !== undefined && { server }) });
  const { features, only } = featureHits(query, servers);
  if (only) return { hits: [], features, ranked: [] };
  const tools = servers.flatMap((one) => one.tools);
  const ranked = found.map(({ tool }) => tool);
  // Whoever asks for more than a server has wants to see all of it.
  if (server !== undefined && limit >= tools.length) return { hits: [...found, ...unranked(tools, ranked)], features, ranked };
  const least = (found[0]?.score ?? 0) * LEAST_SHARE_OF_BEST;
  return { hits: savedFirst(found.filter(({ score }) => score >= least)), features, ranked };
}

/** A saved script does in one call what the tools beside it take several for: where it fits about as well, it comes before them. */
function savedFirst(hits: readonly SearchHit[]): readonly SearchHit[] {
  const best = Math.max(0, ...hits.map(({ score }) => score));
  const isFirst = ({ tool, score }: SearchHit) => tool.script !== undefined && score >= best * LEAST_SHARE_OF_SAVED;
  return hits.some(isFirst) ? [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))] : hits;
}

export function isNamed(server: CatalogServer, name: string): boolean {
  return server.namespace === name || server.name === name;
}

function unranked(tools: readonly CatalogTool[], ranked: readonly CatalogTool[]): readonly SearchHit[] {
  const known = new Set(ranked.map(({ path }) => path));
  return tools.filter(({ path }) => !known.has(path)).map((tool) => ({ tool, score: 0 }));
}
