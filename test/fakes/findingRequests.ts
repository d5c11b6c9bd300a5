// Measures how well search finds the tools that people and models ask for: requests written by hand, each with the
// tools that serve it (test/fixtures/requests), over the recorded tools of real servers.
import { readdirSync, readFileSync } from 'node:fs';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import { FakeToolSource } from './fakeToolSource.ts';
import { recordedCatalogs, repeated } from './recordedTools.ts';
import { snapshotOf } from './snapshotOf.ts';

/** One request, and the tools of which each serves it: `<server>.<MCP name>`. */
export interface FindingRequest {
  readonly request: string;
  readonly tools: readonly string[];
}

/** Ranking was adjusted only to the first half; the second half shows its quality for other requests. */
export type Half = 'tuned' | 'held out';

export interface Quality {
  readonly requests: number;
  /** Share of requests with a serving tool in the first place, and among the first five. */
  readonly recallAt1: number;
  readonly recallAt5: number;
  /** Mean of 1 / position of the first serving tool; 0 if there is none. */
  readonly meanReciprocalRank: number;
  /** Requests without a serving tool among the first five. */
  readonly missed: readonly string[];
}

export function findingRequests(half?: Half): readonly FindingRequest[] {
  const folder = new URL('../fixtures/requests/', import.meta.url);
  const files = readdirSync(folder).sort();
  const all = files.flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as FindingRequest[],
  ); // written by us
  return half === undefined ? all : all.filter((_, index) => index % 2 === (half === 'tuned' ? 0 : 1));
}

/** The recorded tools of all servers as one catalog, repeated until there are `count` tools if there is a count. */
export function recordedSnapshot(count?: number): Promise<CatalogSnapshot> {
  const catalogs = recordedCatalogs();
  return snapshotOf(new FakeToolSource(...(count === undefined ? catalogs : repeated(catalogs, count))));
}

export async function qualityOf(
  snapshot: CatalogSnapshot,
  requests: readonly FindingRequest[],
): Promise<Quality> {
  const places = await Promise.all(
    requests.map(async ({ request, tools }) => {
      const hits = await snapshot.search(request);
      return hits.findIndex(({ tool }) => tools.includes(`${tool.server}.${tool.name}`));
    }),
  );
  const share = (count: number) =>
    places.filter((place) => place >= 0 && place < count).length / places.length;
  return {
    requests: requests.length,
    recallAt1: share(1),
    recallAt5: share(5),
    meanReciprocalRank:
      places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length,
    missed: requests.flatMap(({ request }, index) =>
      (places[index] ?? -1) >= 0 && (places[index] ?? 0) < 5 ? [] : [request],
    ),
  };
}
