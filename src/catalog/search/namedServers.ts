// Finds the servers that a request names. `github issue` names one; `memory` in "find a memory leak" does not, though a
// server may have that name: a common word counts as the name of a server only if the request uses it as one.
import { distance } from 'fastest-levenshtein';
import { stemOf, termsOf } from './searchTerms.ts';

/** Minimum number of letters at the beginning of a server's name that count as the name. */
const SHORTEST_NICKNAME = 4;
const SHORTEST_TYPO = 5;
/** Gain of a named server's tools: for a distinctive name, a common word, and a common word that is used as a name. */
const GAIN = { named: 0.8, ordinary: 0.15, pointedAt: 0.5 };
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
  {
    isOrdinary,
    isKnown,
  }: { readonly isOrdinary: (term: string) => boolean; readonly isKnown: (term: string) => boolean },
): ReadonlyMap<string, number> {
  const asked = termsOf(request);
  const unknown = asked.filter((word) => word.length >= SHORTEST_TYPO && !isKnown(word));
  const isAsked = (term: string) =>
    asked.some(
      (word) =>
        word === term || (word.length >= SHORTEST_NICKNAME && term.startsWith(word) && !isOrdinary(word)),
    ) ||
    (term.length >= SHORTEST_TYPO && unknown.some((word) => distance(word, term) === 1));
  const pointedAt = new Set(
    [...request.matchAll(POINTING)].flatMap(([, word = '', server]) =>
      word === '' ? [] : termsOf(server ?? word),
    ),
  );
  const found = new Map<string, number>();
  for (const { name, terms } of servers) {
    const own = terms.filter((term) => !isOrdinary(term));
    if (own.length > 0) {
      const share = own.filter(isAsked).length / own.length;
      if (share > 0) found.set(name, 1 + GAIN.named * share);
    } else if (terms.length > 0 && terms.every(isAsked)) {
      found.set(name, 1 + (terms.every((term) => pointedAt.has(term)) ? GAIN.pointedAt : GAIN.ordinary));
    }
  }
  return found;
}

/** Matches uses of a word as a name: `in memory` at the end, `with the calendar,`, `memory server`. */
const POINTING =
  /\b(?:in|on|with|using|use|via|through|from|to)\s(?:the\s|my\s|our\s)?([\w-]{1,40})(?=\s*(?:$|[.,;:!?]|(?:mcp|server|tool)\b))|\b([\w-]{1,40})\s(?:mcp|server)\b/gi;
