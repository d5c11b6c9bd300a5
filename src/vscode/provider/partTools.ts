// Divides the tools of a chat request: some become functions of scripts, the others stay tools of the underlying model.
// The request contains the name of a tool and not its server.
import type { LanguageModelChatTool } from 'vscode';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { limitTool } from '../../catalog/index.ts';
import type { ToolIdentity } from '../../base/globs/toolPattern.ts';
import { functionTool, requestToolNames } from '../../models/index.ts';

/** Matches the tools of this extension and of its MCP server, which scripts must not call. */
const own = /^(?:mcp_.*_)?(?:executeCode|findTools)$/;
/**
 * Matches tools that must stay tools: `activate_…` changes the tools of the next request, and the model looks at the
 * result of `view_image` directly.
 */
const staysTool = /^(?:activate_.*|view_image)$/;

/**
 * Returns the functions and, in the form of chat completions, the other tools and all `tools`. `excluded`: returns true
 * if a setting names the tool. The server is unknown, so the function is called with each name that the tool may have.
 */
export function partTools(
  offered: readonly LanguageModelChatTool[],
  excluded: (tool: ToolIdentity) => boolean,
) {
  const tools = offered.map(({ name, description, inputSchema }) =>
    functionTool(name, description, schemaOf(inputSchema)),
  );
  const asCode = offered.map(({ name, description, inputSchema }) => {
    if (own.test(name) || staysTool.test(name) || requestToolNames(name).some(excluded)) return undefined;
    const tool = { name, description, inputSchema: schemaOf(inputSchema), annotations: {} };
    const limited = limitTool(tool, () => undefined);
    return limited.ok ? limited.tool : undefined;
  });
  const functions = asCode.filter((definition) => definition !== undefined);
  const others = tools.filter((_tool, at) => !asCode[at] && !own.test(offered[at]?.name ?? ''));
  return functions.length > 0 ? { functions, others, tools } : { functions, others: tools, tools };
}

function schemaOf(inputSchema: unknown): JsonObject {
  return isJsonObject(inputSchema) ? inputSchema : { type: 'object', properties: {} };
}
