// Which servers a query names by their whole name, for what is shown of a server beside the tools that were found.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import { termsOf } from '../../catalog/search/searchTerms.ts';

/** Scripts write queries; no more is read of one than a search reads. */
const LONGEST_QUERY = 500;

export function readQuery(query: string): string {
  return query.slice(0, LONGEST_QUERY);
}

/** `asked`: the query's terms. */
export function askedServers(asked: readonly string[], servers: readonly CatalogServer[]): readonly CatalogServer[] {
  const terms = new Set(asked);
  return servers.filter(({ name }) => termsOf(name).every((term) => terms.has(term)));
}
