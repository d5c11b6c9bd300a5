// Builds the texts of Set Up. The module is pure, so that tests need no editor.
import { toolsText } from '../labelText.ts';
import { agentName, defaultAgentSetting } from '../usage/agent.ts';
import { counted } from '../../base/text/counted.ts';
import { mostToolsInRequest } from '../../engine/index.ts';
import type { WindowSavings } from '../usage/savings.ts';

/** Returns one line: the number of tools, and the cost of their definitions if the models of the window carry them. */
export function costText({ servers, tools, asTools, saved, searchesTools }: WindowSavings): string {
  if (tools === 0) return 'No MCP tools found in this workspace.';
  const known = `${counted(servers, 'MCP server')}, ${toolsText(tools)}`;
  if (searchesTools)
    return `${known}. VS Code already defers these tools; scripts save calls and data, not definitions.`;
  const cost = `${known}, ${aboutTokens(asTools)} of definitions`;
  return saved > 0 ? cost : `${cost}. Code Mode costs more tokens than these few tools.`;
}

/**
 * Returns one line about the requests of the Code Mode agent. It counts at most as many definitions as a request
 * carries (`mostToolsInRequest`).
 */
export function openChatText({ tools, saved, searchesTools }: WindowSavings): string {
  if (searchesTools) {
    const others =
      saved > 0 ? `. With models that cannot search tools, requests have ${aboutTokens(saved)} less` : '';
    return `One script instead of many tool calls${others}`;
  }
  if (tools === 0) return "Requests carry two tools instead of your servers' tools";
  const most = tools > mostToolsInRequest ? ` (VS Code sends about ${mostToolsInRequest} at a time)` : '';
  return `Requests carry two tools instead of ${tools}${most}${saved > 0 ? `: ${aboutTokens(saved)} less` : ''}`;
}

/** Returns for instance `about 40,500 tokens`, rounded to the precision of an estimate. */
function aboutTokens(count: number): string {
  return `about ${Number(count.toPrecision(3)).toLocaleString('en-US')} tokens`;
}

/** Returns the text of the dialog: the setting that a yes writes, and the things that stay unchanged. */
export function onlyCodeModeText(canWrite: boolean): string {
  const writes = canWrite
    ? `Writes "${defaultAgentSetting}": "${agentName}" to the settings of this workspace, or to your own. New chats then start in the agent ` +
      `${agentName}, which uses your servers through scripts alone. "Code Mode: Set Up" takes it back.`
    : `This version of VS Code has no setting for the agent of new chats: choose ${agentName} in the agent picker of each chat.`;
  return (
    `${writes}\n\nChats with another agent still have the tools: no setting of VS Code takes them away. Clear the servers in the tools ` +
    'picker there; scripts still reach them.'
  );
}

/**
 * Command that adds `code-mode serve` to `.mcp.json` of the folder, which the Agents window reads (VS Code 1.139.1).
 */
export const projectCommand = 'code-mode setup claude-code-project';

/**
 * Text about the two ways to get `executeCode` in windows whose chat does not offer the tools of extensions
 * (docs/chat.md).
 */
export const withoutExtensionToolsText =
  'In a window like this one: set codeMode.chatTools to "server". An MCP server of the window then offers the same two tools.\n\n' +
  `In the Agents window: run "${projectCommand}" in a terminal of this folder. After a yes it adds "code-mode serve" to .mcp.json, which ` +
  'that window reads. The command comes with the npm package of Code Mode.';
