// Guards a whole list of tools at once instead of page by page; for lists that are known to be short.
import type { ToolDefinition } from '../../src/catalog/toolSource.ts';
import { ToolList } from '../../src/mcp/protocol/guardTools.ts';

/** `onLeftOut` is called with one line for each problem. */
export function guardTools(
  items: readonly unknown[],
  onLeftOut: (line: string) => void = () => undefined,
): readonly ToolDefinition[] {
  const list = new ToolList();
  for (const item of items) list.add(item);
  for (const warning of list.warnings) onLeftOut(warning);
  return list.tools;
}
