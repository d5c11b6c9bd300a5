// What tools a script was checked against, as a hash: whoever goes on with its run learns whether they are the same. Of those that it names
// alone, since other servers are not asked for theirs.
import { createHash } from 'node:crypto';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { PastRun } from '../pastRun.ts';
import type { ScriptStart } from '../runJournal.ts';

const digits = 16;

/** `notes`: that they are others than those of the run that is gone on with. */
export function namedTools(
  tools: readonly CatalogTool[],
  past: Pick<PastRun, 'id' | 'catalog'> | undefined,
): { readonly catalog: Pick<ScriptStart, 'catalog'>; readonly notes: readonly string[] } {
  const catalog = catalogHash(tools);
  if (catalog === undefined) return { catalog: {}, notes: [] };
  const isOther = past?.catalog !== undefined && past.catalog !== catalog;
  const note = `The tools that the script names have changed since run ${past?.id}; answers from its record are as they were then.`;
  return { catalog: { catalog }, notes: isOther ? [note] : [] };
}

/** As their servers list them, in any order; undefined for none, and where a schema is nested too deep to be written. */
function catalogHash(tools: readonly CatalogTool[]): string | undefined {
  if (tools.length === 0) return undefined;
  const all = tools.map(({ path, definition: { name, description, inputSchema, outputSchema, annotations } }) => {
    return { path, name, description, inputSchema, outputSchema, annotations };
  });
  try {
    const text = JSON.stringify(all.sort((a, b) => (a.path < b.path ? -1 : 1)));
    return createHash('sha256').update(text).digest('hex').slice(0, digits);
  } catch {
    return undefined;
  }
}
