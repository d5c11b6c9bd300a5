// Finds the names that a script probably meant by a name that does not exist. The module offers only a few likely
// names, because a wrong suggestion to a model is worse than none.
import { distance } from 'fastest-levenshtein';
import type { CatalogServer, CatalogTool } from './catalogSnapshot.ts';
import { splitWords } from './names.ts';

const MOST_OFFERED = 3;
/** Minimum likeness of a name that is offered, from 0 to 1. */
const LIKE_ENOUGH = 0.6;
/** Likeness of the same tool on another server: more than a similar tool, less than the tool itself. */
const OTHER_SERVER = 0.9;
/** Maximum number of characters of a name that are compared, because the cost grows with the product of the lengths. */
const MOST_COMPARED = 100;

/** Returns at most three tools, best first: similar tools of `server`, and tools of the same name on other servers. */
export function nearestTools(
  wanted: string,
  server: CatalogServer,
  servers: readonly CatalogServer[],
): readonly CatalogTool[] {
  const words = comparable(wanted);
  const here = server.tools.map((tool) => ({
    item: tool,
    likeness: Math.max(likeness(words, tool.name), likeness(words, tool.method)),
  }));
  const elsewhere = servers
    .filter((other) => other !== server)
    .flatMap((other) => other.tools.filter((tool) => isNamed(words, tool)))
    .map((tool) => ({ item: tool, likeness: OTHER_SERVER }));
  return best([...here, ...elsewhere]);
}

/**
 * Returns at most three servers, best first: servers with a similar name, and servers with a tool named exactly `tool`.
 */
export function nearestServers(
  wanted: string,
  tool: string,
  servers: readonly CatalogServer[],
): readonly CatalogServer[] {
  const [words, toolWords] = [comparable(wanted), comparable(tool)];
  return best(
    servers.map((server) => {
      const byName = Math.max(likeness(words, server.name), likeness(words, server.namespace));
      const byTool = server.tools.some((candidate) => isNamed(toolWords, candidate)) ? OTHER_SERVER : 0;
      return { item: server, likeness: Math.max(byName, byTool) };
    }),
  );
}

/** Returns at most three of `names`, best first. */
export function nearestNames(wanted: string, names: readonly string[]): readonly string[] {
  const words = comparable(wanted);
  return best(names.map((name) => ({ item: name, likeness: likeness(words, name) })));
}

/** True if the likeness of the tool's name is 1. */
function isNamed(wanted: readonly string[], { name, method }: CatalogTool): boolean {
  const joined = wanted.join('');
  return joined !== '' && [name, method].some((known) => comparable(known).join('') === joined);
}

/** Likeness from 0 to 1, independent of letter case and of how words are joined: `get_city` and `getCity` have 1. */
function likeness(left: readonly string[], name: string): number {
  const right = comparable(name);
  const [one, other] = [left.join(''), right.join('')];
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  const bySpelling = 1 - distance(one, other) / Math.max(one.length, other.length);
  const common = left.filter((word) => right.some((other) => sameWord(word, other))).length;
  const byWords = common / Math.max(left.length, right.length);
  // One name contains all words of the other: `weather` and `getWeather`.
  const byPart = common > 0 && common === Math.min(left.length, right.length) ? LIKE_ENOUGH : 0;
  return Math.min(0.99, Math.max(bySpelling, byWords, byPart));
}

/** True for `dir` and `directory`; false for `a` and `all`. */
function sameWord(a: string, b: string): boolean {
  return a === b || (Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a)));
}

function comparable(name: string): string[] {
  return splitWords(name.slice(0, MOST_COMPARED)).map((word) => word.toLowerCase());
}

function best<T>(candidates: readonly { readonly item: T; readonly likeness: number }[]): readonly T[] {
  return candidates
    .filter((candidate) => candidate.likeness >= LIKE_ENOUGH)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_OFFERED)
    .map((candidate) => candidate.item);
}
