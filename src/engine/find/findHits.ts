// Finds the hits of a search before they are put into words, for `findTools`, `codemode.search` and the terminal.
import {
  inTurn,
  type CatalogServer,
  type CatalogSnapshot,
  type CatalogTool,
  type NeedHits,
  type SearchHit,
} from '../../catalog/index.ts';
import { featureHits, type FeatureHit } from './featureHits.ts';

interface Wanted {
  readonly query: string;
  /** Name of the only server to search, in scripts or in the configuration. */
  readonly server?: string | undefined;
  readonly limit: number;
}

interface Hits {
  /** The needs in the order of the query, each without the hits that fit far worse than its best hit. */
  readonly needs: readonly NeedHits[];
  /** Resources and prompts of servers, if the query asks for them. */
  readonly features: readonly FeatureHit[];
  /** All tools related to the query, best first. */
  readonly ranked: readonly CatalogTool[];
}

const MOST_CONSIDERED = 100;
/** Minimum score of a hit as a share of the best score; a lower hit shares a word with the need by chance. */
const LEAST_SHARE_OF_BEST = 0.45;
const LEAST_SHARE_OF_SAVED = 0.5;

export async function findHits(snapshot: CatalogSnapshot, { query, server, limit }: Wanted): Promise<Hits> {
  const servers =
    server === undefined ? snapshot.servers : snapshot.servers.filter((found) => isNamed(found, server));
  const needs = await snapshot.searchNeeds(query, {
    limit: MOST_CONSIDERED,
    ...(server !== undefined && { server }),
  });
  const { features, only } = featureHits(query, servers);
  if (only) return { needs: [], features, ranked: [] };
  const tools = servers.flatMap((one) => one.tools);
  const ranked = inTurn(needs).map(({ tool }) => tool);
  // A limit above the number of tools of the server asks for all of them.
  if (server !== undefined && limit >= tools.length) {
    const hits = [...inTurn(needs), ...unranked(tools, ranked)];
    return { needs: [{ need: query, hits }], features, ranked };
  }
  const strong = needs.map(({ need, hits }) => ({
    need,
    hits: savedFirst(hits.filter(({ score }) => score >= LEAST_SHARE_OF_BEST)),
  }));
  return { needs: query.trim() === '' ? needs : strong, features, ranked };
}

/** Moves saved scripts that fit about as well to the front: one call does what needs several calls of other tools. */
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
