// Which tools of a chat request become code, and which stay tools of the model behind. The request says the name of a tool, not its server.
import type { LanguageModelChatTool } from 'vscode';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { limitTool } from '../../catalog/limitTool.ts';
import type { ToolDefinition } from '../../catalog/toolSource.ts';
import type { NamedTool } from '../../base/globs/toolPattern.ts';
import { requestToolNames } from '../../stateless/requestToolNames.ts';

interface PartedTools {
  readonly functions: readonly ToolDefinition[];
  readonly others: readonly JsonObject[];
  /** All, in the form of chat completions. */
  readonly tools: readonly JsonObject[];
}

/** No code mode inside code mode: the tools of this extension, or of its MCP server. */
const own = /^(?:mcp_.*_)?(?:executeCode|findTools)$/;
/** What the request after it has for tools depends on these; what it is shown the model looks at next. */
const staysTool = /^(?:activate_.*|view_image)$/;

/** `excluded`: whether a setting names the tool under one of the names that it may have. */
export function partTools(offered: readonly LanguageModelChatTool[], excluded: (tool: NamedTool) => boolean): PartedTools {
  const tools = offered.map(functionTool);
  const asCode = offered.map((tool) => {
    if (own.test(tool.name) || staysTool.test(tool.name) || requestToolNames(tool.name).some(excluded)) return undefined;
    const { name, description, inputSchema } = tool;
    const schema: JsonObject = isJsonObject(inputSchema) ? inputSchema : { type: 'object', properties: {} };
    const limited = limitTool({ name, description, inputSchema: schema, annotations: {} }, () => undefined);
    return limited.ok ? limited.tool : undefined;
  });
  const functions = asCode.filter((definition) => definition !== undefined);
  const others = tools.filter((_tool, at) => !asCode[at] && !own.test(offered[at]?.name ?? ''));
  return functions.length > 0 ? { functions, others, tools } : { functions, others: tools, tools };
}

function functionTool({ name, description, inputSchema }: LanguageModelChatTool): JsonObject {
  const parameters: JsonObject = isJsonObject(inputSchema) ? inputSchema : { type: 'object', properties: {} };
  return { type: 'function', function: { name, description, parameters } };
}
