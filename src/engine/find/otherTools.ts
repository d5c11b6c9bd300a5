// Names tools of the same servers that a search does not show, so that a wrong ranking costs no second search.
import { termsOf, type CatalogServer, type CatalogSnapshot, type CatalogTool } from '../../catalog/index.ts';
import { takeTurns } from './allocateBudget.ts';

/** The tools of one server that are not shown. */
interface OtherTools {
  /** Name of the server in scripts. */
  readonly server: string;
  readonly shown: number;
  /** Names of tools that are not shown, likeliest first. */
  readonly names: readonly string[];
}

/** Maximum number of servers whose other tools are named. */
const MOST_SERVERS = 8;

interface FoundTools {
  /** Tools that the answer shows. */
  readonly shown: readonly CatalogTool[];
  /** Tools that fit so well that their servers are likely to have the missing tool. */
  readonly strong: readonly CatalogTool[];
  /** All tools that were found, best first. */
  readonly ranked: readonly CatalogTool[];
}

/** Returns further tools of the servers that the query names and of the servers with a strong hit, best first. */
export function otherTools(
  snapshot: CatalogSnapshot,
  query: string,
  { shown, strong, ranked: found }: FoundTools,
): readonly OtherTools[] {
  const isShown = new Set(shown.map(({ path }) => path));
  const ranked = Map.groupBy(found, ({ namespace }) => namespace);
  const named = query.trim() === '' ? [] : askedServers(termsOf(query), snapshot.servers);
  const namespaces = new Set([...strong, ...named].map(({ namespace }) => namespace));
  return [...namespaces].slice(0, MOST_SERVERS).flatMap((server) => {
    const all = snapshot.servers.find(({ namespace }) => namespace === server)?.tools ?? [];
    const ordered = [...new Set([...(ranked.get(server) ?? []), ...all])];
    const names = ordered.filter(({ path }) => !isShown.has(path)).map(({ method }) => method);
    return names.length === 0 ? [] : [{ server, shown: ordered.length - names.length, names }];
  });
}

/** Maximum number of names of all servers together. */
const MOST_NAMES = 20;
const SEPARATOR = ', '.length;

/** Returns a line for each server with as many names as fit; at least the line tells how many there are. */
export function otherLines(others: readonly OtherTools[], characters: number): readonly string[] {
  const claims = others.map(({ names }) => names.map((name) => ({ name, cost: name.length + SEPARATOR })));
  const fitting = takeTurns(claims, MOST_NAMES, characters);
  return others.map(({ server, shown, names }, index) => {
    const named = claims[index]?.filter((claim) => fitting.has(claim)).map(({ name }) => name) ?? [];
    const left = names.length - named.length;
    const more = left === 0 ? [] : [`… ${left} more`];
    return `Others of ${server} (${shown} of ${shown + names.length} shown): ${[...named, ...more].join(', ')}`;
  });
}

/** Returns such lines for the result of `codemode.search`, with the servers in the order of the result. */
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

/** Returns the servers whose names the query contains. `asked` are the terms of the query. */
export function askedServers(
  asked: readonly string[],
  servers: readonly CatalogServer[],
): readonly CatalogServer[] {
  const terms = new Set(asked);
  return servers.filter(({ name }) => termsOf(name).every((term) => terms.has(term)));
}
