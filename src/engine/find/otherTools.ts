// The tools beside those that a search shows, by name: a miss of the ranking costs no second search.
import type { CatalogServer, CatalogSnapshot, CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { termsOf } from '../../catalog/search/searchTerms.ts';

/** The rest of one server. */
interface OtherTools {
  /** Its name in scripts. */
  readonly server: string;
  /** How many of its tools are shown. */
  readonly shown: number;
  /** Names of those that are not, the likelier first. */
  readonly names: readonly string[];
}

/** Servers whose other tools are named. */
const MOST_SERVERS = 8;

interface FoundTools {
  /** Tools that the answer has. */
  readonly shown: readonly CatalogTool[];
  /** Tools that fit so well that their servers are likely to have what is missing. */
  readonly strong: readonly CatalogTool[];
  /** All that was found, best first. */
  readonly ranked: readonly CatalogTool[];
}

/** Names further tools of the servers that the query names and of those that have a strong hit, best first. */
export function otherTools(snapshot: CatalogSnapshot, query: string, { shown, strong, ranked: found }: FoundTools): readonly OtherTools[] {
  const isShown = new Set(shown.map(({ path }) => path));
  const ranked = Map.groupBy(found, ({ namespace }) => namespace);
  const namespaces = new Set([...strong.map(({ namespace }) => namespace), ...namedIn(query, snapshot.servers)]);
  return [...namespaces].slice(0, MOST_SERVERS).flatMap((server) => {
    const all = snapshot.servers.find(({ namespace }) => namespace === server)?.tools ?? [];
    const ordered = [...new Set([...(ranked.get(server) ?? []), ...all])];
    const names = ordered.filter(({ path }) => !isShown.has(path)).map(({ method }) => method);
    return names.length === 0 ? [] : [{ server, shown: ordered.length - names.length, names }];
  });
}

/** Names of all servers together. */
const MOST_NAMES = 20;

/** A line for each server, with as many names as there is room for: at least how many there are. */
export function otherLines(others: readonly OtherTools[], characters: number): readonly string[] {
  const counts = fittingCounts(others, characters);
  return others.map(({ server, shown, names }, index) => {
    const fitting = names.slice(0, counts[index]);
    const left = names.length - fitting.length;
    const more = left === 0 ? [] : [`… ${left} more`];
    return `Others of ${server} (${shown} of ${shown + names.length} shown): ${[...fitting, ...more].join(', ')}`;
  });
}

/** How many names of each server fit: each in turn gets its next, as long as there is room. */
function fittingCounts(others: readonly OtherTools[], characters: number): readonly number[] {
  const counts = others.map(() => 0);
  let left = characters;
  let named = 0;
  for (let round = 0; left > 0; round += 1) {
    const before = left;
    for (const [index, { names }] of others.entries()) {
      const cost = (names[round]?.length ?? Infinity) + SEPARATOR;
      if (counts[index] !== round || cost > left || named === MOST_NAMES) continue;
      counts[index] = round + 1;
      named += 1;
      left -= cost;
    }
    if (left === before) break;
  }
  return counts;
}

const SEPARATOR = ', '.length;

/** The same for what `codemode.search` found, in the order of the servers there. */
export function otherLinesOf(
  found: readonly { readonly path: string; readonly others?: readonly string[] }[],
  characters: number,
): readonly string[] {
  const serverIn = (path: string) => path.split('.')[1] ?? '';
  const shown = (server: string) => found.filter(({ path }) => serverIn(path) === server).length;
  const others = found.flatMap(({ path, others: names }) =>
    names ? [{ server: serverIn(path), shown: shown(serverIn(path)), names }] : [],
  );
  return otherLines(others, characters);
}

function namedIn(query: string, servers: readonly CatalogServer[]): readonly string[] {
  if (query.trim() === '') return [];
  return askedServers(termsOf(readQuery(query)), servers).map(({ namespace }) => namespace);
}

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
