// Warns that a script can carry data from one server to another that reaches beyond this machine: each call may be
// harmless by itself.
import type { CatalogTool } from '../catalog/index.ts';
import { listed } from '../base/text/counted.ts';
import { visibleName } from '../base/text/visibleText.ts';

const mostNamed = 3;

/**
 * Returns one sentence; undefined unless a tool of `tools` reaches the outside world and a tool of another server
 * reads. Only an explicit `openWorldHint: true` counts: MCP treats a missing hint as true, and nearly all tools lack
 * the hint, so a note for these would appear in every question and tell nothing.
 */
export function openWorldNote(tools: readonly CatalogTool[]): string | undefined {
  const open = tools.filter(({ annotations }) => annotations.openWorldHint === true);
  const readers = tools.filter(
    (tool) => tool.readOnly && open.some(({ namespace }) => namespace !== tool.namespace),
  );
  const carriers = open.filter(({ namespace }) => readers.some((reader) => reader.namespace !== namespace));
  if (carriers.length === 0) return undefined;
  const read = [...new Set(readers.map(({ namespace }) => `tools.${namespace}`))];
  const shown = (names: readonly string[]) => listed(names.map(visibleName), mostNamed);
  return `It can send data of ${shown(read)} beyond this machine: ${shown(carriers.map(({ path }) => path))}.`;
}
