// Finds the servers that a request names. `github issue` names one; `memory` in "find a memory leak" may not, though a
// server has that name: a common word counts far less than a distinctive name.
import { stemOf, termsOf } from './searchTerms.ts';

/** Minimum number of letters at the beginning of a server's name that count as the name. */
const SHORTEST_NICKNAME = 4;
/** Gain of a named server's tools: for a distinctive name, and for a common word. */
const GAIN = { named: 0.8, ordinary: 0.15 };
/** Words in names of servers that carry no meaning. */
const EMPTY = new Set('mcp server api app cloud official tools tool'.split(' ').map(stemOf));

interface ServerName {
  readonly name: string;
  readonly terms: readonly string[];
}

export function serverNames(names: Iterable<string>): readonly ServerName[] {
  return [...names].map((name) => {
    const terms = termsOf(name);
    const telling = terms.filter((term) => !EMPTY.has(term));
    return { name, terms: telling.length > 0 ? telling : terms };
  });
}

/** Returns the factor for the tools of each named server; other servers are absent. */
export function namedServers(
  request: string,
  servers: readonly ServerName[],
  isOrdinary: (term: string) => boolean,
): ReadonlyMap<string, number> {
  const asked = termsOf(request);
  const isAsked = (term: string) =>
    asked.some(
      (word) =>
        word === term || (word.length >= SHORTEST_NICKNAME && term.startsWith(word) && !isOrdinary(word)),
    );
  const found = new Map<string, number>();
  for (const { name, terms } of servers) {
    const own = terms.filter((term) => !isOrdinary(term));
    if (own.length > 0) {
      const share = own.filter(isAsked).length / own.length;
      if (share > 0) found.set(name, 1 + GAIN.named * share);
    } else if (terms.length > 0 && terms.every(isAsked)) {
      found.set(name, 1 + GAIN.ordinary);
    }
  }
  return found;
}
