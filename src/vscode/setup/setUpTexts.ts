// What Set Up says: pure, so that each state's text is tested without an editor.
import { tokensText, toolsText } from '../views/rowTexts.ts';
import { agentName, defaultAgentSetting } from './agent.ts';
import { mostToolsInRequest } from '../../engine/usage/savedTokens.ts';
import type { WindowSavings } from './savings.ts';

/** One line: what this workspace's tools cost as ordinary tools, where the models of the window carry them. */
export function costText({ servers, tools, asTools, saved, searchesTools }: WindowSavings): string {
  if (tools === 0) return 'No MCP tools that go through code are known here.';
  const counted = `${toolsText(tools)} of ${servers === 1 ? '1 MCP server' : `${servers} MCP servers`}`;
  if (searchesTools) return `${counted}. VS Code already defers these tools; scripts save calls and data, not definitions.`;
  const cost = `${counted}: ${tokensText(asTools)} as definitions.`;
  return saved > 0 ? cost : `${cost} Here ordinary tools cost less than Code Mode.`;
}

/** What our agent does with them. What is counted of their definitions is at most what a request carries (`mostToolsInRequest`). */
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
