// The tools of a server's list, each checked by itself: one malformed tool is left out, the others stay.
import { isJsonObject, type JsonObject } from '../../catalog/json.ts';
import { guardIcons } from './guardIcons.ts';
import type { ToolAnnotations, ToolDefinition } from '../../catalog/toolSource.ts';

/** Tools in the server's order, doubles included; `onLeftOut` gets one line for each that is not usable. */
export function guardTools(items: readonly unknown[], onLeftOut: (line: string) => void): ToolDefinition[] {
  return items.flatMap((item, index) => {
    const tool = guardTool(item);
    if (typeof tool !== 'string') return [tool];
    onLeftOut(`tool ${index + 1} of the list is left out: ${tool}`);
    return [];
  });
}

function guardTool(item: unknown): ToolDefinition | string {
  if (!isJsonObject(item)) return 'it is not an object';
  const { name, inputSchema, outputSchema } = item;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isJsonObject(inputSchema)) return `"${name}" has no inputSchema`;
  const title = titleOf(item);
  const icons = guardIcons(item['icons']);
  return {
    name,
    description: typeof item['description'] === 'string' ? item['description'] : '',
    inputSchema,
    annotations: guardAnnotations(item['annotations']),
    ...(title !== undefined && { title }),
    ...(icons && { icons }),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...guardExecution(item['execution']),
  };
}

function guardExecution(value: unknown): Pick<ToolDefinition, 'execution'> {
  const taskSupport = isJsonObject(value) ? value['taskSupport'] : undefined;
  return taskSupport === 'required' || taskSupport === 'optional' ? { execution: { taskSupport } } : {};
}

/** MCP 2025-11-25: `title` comes before `annotations.title`, which is older. */
function titleOf({ title, annotations }: JsonObject): string | undefined {
  const older = isJsonObject(annotations) ? annotations['title'] : undefined;
  return [title, older].filter((text) => typeof text === 'string').find((text) => text !== '');
}

function guardAnnotations(value: unknown): ToolAnnotations {
  if (!isJsonObject(value)) return {};
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = value;
  return {
    ...(typeof readOnlyHint === 'boolean' && { readOnlyHint }),
    ...(typeof destructiveHint === 'boolean' && { destructiveHint }),
    ...(typeof idempotentHint === 'boolean' && { idempotentHint }),
    ...(typeof openWorldHint === 'boolean' && { openWorldHint }),
  };
}
