// A whole list of tools as it is guarded page by page, at once: for lists that are known to be short.
import type { ToolDefinition } from '../../src/catalog/toolSource.ts';
import { ToolList } from '../../src/mcp/protocol/guardTools.ts';

/** `onLeftOut` hears what was wrong, a line each. */
export function guardTools(items: readonly unknown[], onLeftOut: (line: string) => void = () => undefined): readonly ToolDefinition[] {
  const list = new ToolList();
  for (const item of items) list.add(item);
  for (const warning of list.warnings) onLeftOut(warning);
  return list.tools;
}
