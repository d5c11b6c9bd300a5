// What Set Up says: pure, so that each state's text is tested without an editor.
import { tokensText, toolsText } from '../labelText.ts';
import { agentName, defaultAgentSetting } from '../usage/agent.ts';
import { counted } from '../../base/text/counted.ts';
import { mostToolsInRequest } from '../../engine/usage/savedTokens.ts';
import type { WindowSavings } from '../usage/savings.ts';

/** One line: what this workspace's tools cost as ordinary tools, where the models of the window carry them. */
export function costText({ servers, tools, asTools, saved, searchesTools }: WindowSavings): string {
  if (tools === 0) return 'No MCP tools that go through code are known here.';
  const known = `${toolsText(tools)} of ${counted(servers, 'MCP server')}`;
  if (searchesTools) return `${known}. VS Code already defers these tools; scripts save calls and data, not definitions.`;
  const cost = `${known}: ${tokensText(asTools)} as definitions.`;
  return saved > 0 ? cost : `${cost} Here ordinary tools cost less than Code Mode.`;
}

/** One line: how our agent uses the tools. Counts at most as many definitions as a request carries (`mostToolsInRequest`). */
export function openChatText({ tools, asCodeMode, saved, searchesTools }: WindowSavings): string {
  const others = saved > 0 ? ` With models that cannot search tools, ${tokensText(saved)} less in each request.` : '';
  if (searchesTools) return `One script in place of many calls.${others}`;
  const ours = `two tools (${tokensText(asCodeMode)}) in place of`;
  if (tools === 0) return `Its requests carry ${ours} your servers'.`;
  if (saved <= 0) return `Its requests carry ${ours} ${toolsText(tools)}.`;
  const counted = tools > mostToolsInRequest ? `, of which VS Code sends about ${mostToolsInRequest}` : '';
  return `${tokensText(saved)} less in each request: ${ours} ${toolsText(tools)}${counted}.`;
}

/** What a yes to it writes and leaves, for the dialog that asks. */
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

/** Adds `code-mode serve` to `.mcp.json` of the folder, which the Agents window reads (VS Code 1.139.1). */
export const projectCommand = 'code-mode setup claude-code-project';

/** The two ways to `executeCode` in windows whose chat does not offer the tools of extensions (docs/chat.md). */
export const withoutExtensionToolsText =
  'In a window like this one: set codeMode.chatTools to "server". An MCP server of the window then offers the same two tools.\n\n' +
  `In the Agents window: run "${projectCommand}" in a terminal of this folder. After a yes it adds "code-mode serve" to .mcp.json, which ` +
  'that window reads. The command comes with the npm package of Code Mode.';
