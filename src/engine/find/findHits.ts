// What a search finds before it is worded: the same for `findTools`, for `codemode.search` and on the terminal.
import type { CatalogServer, CatalogSnapshot, CatalogTool, NeedHits, SearchHit } from '../../catalog/catalogSnapshot.ts';
import { inTurn } from '../../catalog/search/search.ts';
import { featureHits, type FeatureHit } from './featureHits.ts';

interface Wanted {
  readonly query: string;
  /** Only this server: its name in scripts or in the configuration. */
  readonly server?: string;
  readonly limit: number;
}

interface Hits {
  /** The needs in the order of the query, each without the hits that fit far worse than its best. */
  readonly needs: readonly NeedHits[];
  /** What servers offer beside tools, where the query asks for it. */
  readonly features: readonly FeatureHit[];
  /** All that has to do with the query, best first. */
  readonly ranked: readonly CatalogTool[];
}

const MOST_CONSIDERED = 100;
/** A hit with a smaller share of the best hit's score shares a word with the need by chance. */
const LEAST_SHARE_OF_BEST = 0.45;
const LEAST_SHARE_OF_SAVED = 0.5;

export async function findHits(snapshot: CatalogSnapshot, { query, server, limit }: Wanted): Promise<Hits> {
  const servers = server === undefined ? snapshot.servers : snapshot.servers.filter((found) => isNamed(found, server));
  const needs = await snapshot.searchNeeds(query, { limit: MOST_CONSIDERED, ...(server !== undefined && { server }) });
  const { features, only } = featureHits(query, servers);
  if (only) return { needs: [], features, ranked: [] };
  const tools = servers.flatMap((one) => one.tools);
  const ranked = inTurn(needs).map(({ tool }) => tool);
  // Whoever asks for more than a server has wants to see all of it.
  if (server !== undefined && limit >= tools.length) {
    return { needs: [{ need: query, hits: [...inTurn(needs), ...unranked(tools, ranked)] }], features, ranked };
  }
  const strong = needs.map(({ need, hits }) => ({ need, hits: savedFirst(hits.filter(({ score }) => score >= LEAST_SHARE_OF_BEST)) }));
  return { needs: query.trim() === '' ? needs : strong, features, ranked };
}

/** A saved script does in one call what the tools beside it take several for: where it fits about as well, it comes before them. */
function savedFirst(hits: readonly SearchHit[]): readonly SearchHit[] {
  const isFirst = ({ tool, score }: SearchHit) => tool.script !== undefined && score >= LEAST_SHARE_OF_SAVED;
  return hits.some(isFirst) ? [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))] : hits;
}

export function isNamed(server: CatalogServer, name: string): boolean {
  return server.namespace === name || server.name === name;
}

function unranked(tools: readonly CatalogTool[], ranked: readonly CatalogTool[]): readonly SearchHit[] {
  const known = new Set(ranked.map(({ path }) => path));
  return tools.filter(({ path }) => !known.has(path)).map((tool) => ({ tool, score: 0 }));
}
