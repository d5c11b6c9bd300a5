// Ranks the tools of a server by how likely a script is to call them, judged by their names and earlier calls. The
// description of `executeCode` has room for only some tools.
import {
  isReadOnly,
  splitWords,
  stemOf,
  sharedNamePrefix,
  type CatalogServer,
  type CatalogTool,
} from '../catalog/index.ts';
import type { TimeSlice } from '../base/timeSlice.ts';

/**
 * Verbs in tool names from the most to the least likely: verbs that search, verbs that read one item, other words,
 * verbs that write. Tools with a verb of `deletes` are left out.
 */
const verbs = [
  'list search find query browse lookup',
  'get read fetch show view describe inspect check count open navigate snapshot screenshot log diff status',
  '',
  'create add write update set send edit move copy upload post insert append rename publish reply comment assign merge push commit run execute fill click type',
].map((words) => new Set(words.split(' ').filter(Boolean).map(stemOf)));
const unknownVerb = 2;
const deletes = new Set(
  'delete remove drop clear reset destroy purge kill uninstall revoke cancel close stop terminate archive wipe truncate unlink'
    .split(' ')
    .map(stemOf),
);

/**
 * Returns the most likely tools first. Among equal tools, shorter names come first: `listIssues` before
 * `listIssueLabelsOfTeam`. Tools that delete are left out unless they have been called before.
 */
export async function likelyTools(
  server: CatalogServer,
  callsOf: (tool: CatalogTool) => number,
  slice: TimeSlice,
): Promise<readonly CatalogTool[]> {
  const shared = new Set(sharedNamePrefix(server));
  const ranked: { tool: CatalogTool; calls: number; rank: number; length: number; isFatal: boolean }[] = [];
  for (const tool of server.tools) {
    if (slice.isOver) await slice.yieldIfOver();
    const words = splitWords(tool.name).map((word) => word.toLowerCase());
    const own = words.filter((word) => !shared.has(word)).map(stemOf);
    const kind = verbs.findIndex((of) => of.has(own[0] ?? ''));
    const rank = kind >= 0 ? kind : isReadOnly(tool.annotations) ? 1 : unknownVerb;
    ranked.push({
      tool,
      calls: callsOf(tool),
      rank,
      length: own.length,
      isFatal: own.some((word) => deletes.has(word)),
    });
  }
  return ranked
    .filter(({ calls, isFatal }) => calls > 0 || !isFatal)
    .sort((a, b) => b.calls - a.calls || a.rank - b.rank || a.length - b.length)
    .map(({ tool }) => tool);
}
