// What a glob over `server.tool` can name, as far as servers are known: completions, and which globs match nothing. Pure.
import type { CatalogServer } from '../../catalog/catalogSnapshot.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { literalStart } from '../../base/globs/globSyntax.ts';
import { toolPattern, type NamedTool } from '../../base/globs/toolPattern.ts';
import { effectOf, effectWords } from '../../engine/formatting/effectOf.ts';

interface KnownPattern {
  readonly pattern: string;
  /** What it names, for people. */
  readonly detail: string;
}

/** Of all servers together. */
const mostTools = 5_000;

/** `server.*`, then `server.tool`, of each server: names of scripts, which no glob reads otherwise. */
export function knownPatterns(servers: readonly CatalogServer[]): readonly KnownPattern[] {
  const all = servers.flatMap(({ namespace, tools, withheld }): readonly KnownPattern[] => [
    { pattern: `${namespace}.*`, detail: `all tools of ${namespace}` },
    ...tools.map((tool) => ({ pattern: `${namespace}.${tool.method}`, detail: effectWords[effectOf(tool)] })),
    ...withheld.map(({ tool, method }) => ({ pattern: `${namespace}.${method}`, detail: tool ? effectWords[effectOf(tool)] : '' })),
  ]);
  return all.slice(0, mostTools);
}

/**
 * Says why a glob matches nothing; undefined for one that does, or that a server may have whose tools are not known. In slices: a workspace
 * may write globs that are slow to match.
 */
export async function whyUnmatched(
  pattern: string,
  servers: readonly CatalogServer[],
  slice = new TimeSlice(),
): Promise<string | undefined> {
  const { mayName, problem } = toolPattern(pattern);
  if (problem) return `This is not a glob (${problem.reason}).`;
  if (servers.length === 0 || servers.some((server) => mayHave(server, pattern))) return undefined;
  for (const tool of servers.flatMap(namesOf)) {
    if (mayName(tool)) return undefined;
    if (slice.isOver) await slice.yieldIfOver();
  }
  return 'No tool of your servers matches this pattern.';
}

function namesOf({ name: server, namespace, tools, withheld }: CatalogServer): readonly NamedTool[] {
  const named = [...tools, ...withheld].map(({ name, method }) => ({ server, namespace, name, method }));
  return [...named, ...['$resources', '$prompts'].map((name) => ({ server, namespace, name, method: name }))];
}

/** Its tools are not known, and the pattern may begin like its name. */
function mayHave({ name, namespace, listed, cachedAt }: CatalogServer, pattern: string): boolean {
  if (listed || cachedAt !== undefined) return false;
  const start = pattern.startsWith('!') ? '' : literalStart(pattern).toLowerCase();
  return [name, namespace].some((own) => start.startsWith(`${own.toLowerCase()}.`) || `${own.toLowerCase()}.`.startsWith(start));
}
