// Hashes the tools against which a script was checked, so that a run that resumes it knows if the tools have changed.
// The hash covers only tools that the script names, since other servers are not asked for theirs.
import { createHash } from 'node:crypto';
import type { CatalogTool } from '../../catalog/index.ts';
import { jsonText } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { PastRun } from '../pastRun.ts';
import type { ScriptStart } from '../runJournal.ts';

const digits = 16;

/** Returns the hash, and a note if the tools differ from those of the run that is resumed. */
export async function checkedCatalog(
  tools: readonly CatalogTool[],
  past: Pick<PastRun, 'id' | 'catalog'> | undefined,
): Promise<{ readonly catalog: Pick<ScriptStart, 'catalog'>; readonly notes: readonly string[] }> {
  const catalog = await catalogHash(tools);
  if (catalog === undefined) return { catalog: {}, notes: [] };
  const isOther = past?.catalog !== undefined && past.catalog !== catalog;
  const note = `The tools that the script names have changed since run ${past?.id}; answers from its record are as they were then.`;
  return { catalog: { catalog }, notes: isOther ? [note] : [] };
}

/**
 * Returns the hash of the tools as their servers list them, independent of their order; undefined if there are no tools
 * or a schema is nested too deeply to be written.
 */
async function catalogHash(tools: readonly CatalogTool[]): Promise<string | undefined> {
  if (tools.length === 0) return undefined;
  const slice = new TimeSlice();
  const hash = createHash('sha256');
  for (const { path, definition } of tools.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const { name, description, inputSchema, outputSchema, annotations } = definition;
    const text = jsonText({ path, name, description, inputSchema, outputSchema, annotations });
    if (text === undefined) return undefined;
    hash.update(text);
    if (slice.isOver) await slice.yieldIfOver();
  }
  return hash.digest('hex').slice(0, digits);
}
