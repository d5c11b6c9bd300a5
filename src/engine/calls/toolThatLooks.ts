// The tool of the same server that shows whether a write took effect: `getRefund` after `decideRefund`.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { splitWords } from '../../catalog/names.ts';
import { stemOf } from '../../catalog/search/searchTerms.ts';

/** First words of the names of tools that look: those of one thing before those of many. */
const lookingVerbs: readonly string[] = ['get', 'read', 'show', 'view', 'describe', 'fetch', 'list', 'search', 'find', 'query'];
const lookingStems = lookingVerbs.map(stemOf);
/** Tools of a server that are compared: a script may make thousands of calls that fail. */
const mostCompared = 200;

/** `tools`: of the tool's server. Undefined where no name fits. */
export function toolThatLooks(tool: Pick<CatalogTool, 'path' | 'method'>, tools: readonly CatalogTool[]): CatalogTool | undefined {
  const [, ...things] = stemsOf(tool.method);
  let best: { readonly tool: CatalogTool; readonly rank: number } | undefined;
  for (const other of tools.slice(0, mostCompared)) {
    const [verb = '', ...others] = stemsOf(other.method);
    const at = lookingStems.indexOf(verb);
    const shared = things.filter((thing) => others.includes(thing)).length;
    if (other.path === tool.path || at < 0 || shared === 0) continue;
    const rank = 100 * shared - 10 * (others.length - shared) - at;
    if (!best || rank > best.rank) best = { tool: other, rank };
  }
  return best?.tool;
}

function stemsOf(method: string): readonly string[] {
  return splitWords(method).map((word) => stemOf(word.toLowerCase()));
}
