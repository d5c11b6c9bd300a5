// Says that a script can carry what it reads from one server to another that reaches beyond this machine: each call may be
// harmless by itself.
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import { visibleName } from '../base/text/visibleText.ts';

const mostNamed = 3;

/**
 * One sentence, or undefined where no tool of `tools` is open to the world beside reading ones of other servers. Only an explicit
 * `openWorldHint: true` counts: MCP says that a tool without the hint is to be taken as open, and nearly all are without it, so
 * that a note about these would stand at every question and say nothing.
 */
export function openWorldNote(tools: readonly CatalogTool[]): string | undefined {
  const open = tools.filter(({ annotations }) => annotations.openWorldHint === true);
  const readers = tools.filter((tool) => tool.readOnly && open.some(({ namespace }) => namespace !== tool.namespace));
  const carriers = open.filter(({ namespace }) => readers.some((reader) => reader.namespace !== namespace));
  if (carriers.length === 0) return undefined;
  const read = listed([...new Set(readers.map(({ namespace }) => `tools.${namespace}`))]);
  return `It can send data of ${read} beyond this machine: ${listed(carriers.map(({ path }) => path))}.`;
}

function listed(names: readonly string[]): string {
  const more = names.length - mostNamed;
  const shown = names.slice(0, mostNamed).map(visibleName).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
