// Lists the patterns that globs over `server.tool` can match, as far as the servers are known, and tells which globs
// match nothing. The module is pure.
import * as l10n from '@vscode/l10n';
import type { CatalogServer } from '../../catalog/index.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { literalStart } from '../../base/globs/globSyntax.ts';
import { toolPattern, type ToolIdentity } from '../../base/globs/toolPattern.ts';
import { effectOf, effectWords } from '../../engine/formatting/index.ts';

interface KnownPattern {
  readonly pattern: string;
  /** Description of the matched tools, for users. */
  readonly detail: string;
}

/** Maximum number of patterns of all servers together. */
const mostTools = 5_000;

/** Returns `server.*` and then each `server.tool`. The names are those in scripts, which contain no glob characters. */
export function knownPatterns(servers: readonly CatalogServer[]): readonly KnownPattern[] {
  const all = servers.flatMap(({ namespace, tools, withheld }): readonly KnownPattern[] => [
    { pattern: `${namespace}.*`, detail: l10n.t('all tools of {0}', namespace) },
    ...tools.map((tool) => ({ pattern: `${namespace}.${tool.method}`, detail: effectWords[effectOf(tool)] })),
    ...withheld.map(({ tool, method }) => ({
      pattern: `${namespace}.${method}`,
      detail: tool ? effectWords[effectOf(tool)] : '',
    })),
  ]);
  return all.slice(0, mostTools);
}

/**
 * Resolves to the reason why a glob matches nothing; undefined if it matches a tool or may match one of a server whose
 * tools are unknown. Works in slices, because a workspace can contain globs that are slow to match.
 */
export async function whyUnmatched(
  pattern: string,
  servers: readonly CatalogServer[],
  slice = new TimeSlice(),
): Promise<string | undefined> {
  const { mayName, problem } = toolPattern(pattern);
  if (problem) return l10n.t('This is not a glob ({0}).', problem.reason);
  if (servers.length === 0 || servers.some((server) => mayHave(server, pattern))) return undefined;
  for (const tool of servers.flatMap(namesOf)) {
    if (mayName(tool)) return undefined;
    if (slice.isOver) await slice.yieldIfOver();
  }
  return l10n.t('No tool of your servers matches this pattern.');
}

function namesOf({ name: server, namespace, tools, withheld }: CatalogServer): readonly ToolIdentity[] {
  const named = [...tools, ...withheld].map(({ name, method }) => ({ server, namespace, name, method }));
  return [...named, ...['$resources', '$prompts'].map((name) => ({ server, namespace, name, method: name }))];
}

/** True if the server's tools are unknown and the literal start of the pattern fits the server's name. */
function mayHave({ name, namespace, listed, cachedAt }: CatalogServer, pattern: string): boolean {
  if (listed || cachedAt !== undefined) return false;
  const start = pattern.startsWith('!') ? '' : literalStart(pattern).toLowerCase();
  return [name, namespace].some(
    (own) => start.startsWith(`${own.toLowerCase()}.`) || `${own.toLowerCase()}.`.startsWith(start),
  );
}
