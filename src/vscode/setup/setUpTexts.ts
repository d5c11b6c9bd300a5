// Builds the texts of Set Up. The module is pure, so that tests need no editor.
import * as l10n from '@vscode/l10n';
import { serverCountText, toolsText } from '../labelText.ts';
import { agentName, defaultAgentSetting } from '../usage/agent.ts';
import { mostToolsInRequest } from '../usage/savedTokens.ts';
import type { WindowSavings } from '../usage/savings.ts';

/** Returns one line: the number of tools, and the cost of their definitions if the models of the window carry them. */
export function costText({ servers, tools, asTools, saved, searchesTools }: WindowSavings): string {
  if (tools === 0) return l10n.t('No MCP tools found in this workspace.');
  const known = `${serverCountText(servers)}, ${toolsText(tools)}`;
  if (searchesTools)
    return l10n.t(
      '{0}. VS Code already defers these tools; scripts save calls and data, not definitions.',
      known,
    );
  const cost = l10n.t('{0}, {1} of definitions', known, aboutTokens(asTools));
  return saved > 0 ? cost : l10n.t('{0}. Code Mode costs more tokens than these few tools.', cost);
}

/**
 * Returns one line about the requests of the Code Mode agent. It counts at most as many definitions as a request
 * carries (`mostToolsInRequest`).
 */
export function openChatText({ tools, saved, searchesTools }: WindowSavings): string {
  if (searchesTools) {
    const others =
      saved > 0
        ? l10n.t('. With models that cannot search tools, requests have {0} less', aboutTokens(saved))
        : '';
    return l10n.t('One script instead of many tool calls{0}', others);
  }
  if (tools === 0) return l10n.t("Requests carry two tools instead of your servers' tools");
  const most =
    tools > mostToolsInRequest ? l10n.t(' (VS Code sends about {0} at a time)', mostToolsInRequest) : '';
  return l10n.t(
    'Requests carry two tools instead of {0}{1}{2}',
    tools,
    most,
    saved > 0 ? l10n.t(': {0} less', aboutTokens(saved)) : '',
  );
}

/** Returns for instance `about 40,500 tokens`, rounded to the precision of an estimate. */
function aboutTokens(count: number): string {
  return l10n.t('about {0} tokens', Number(count.toPrecision(3)).toLocaleString('en-US'));
}

/** Returns the text of the dialog: the setting that a yes writes, and the things that stay unchanged. */
export function onlyCodeModeText(canWrite: boolean): string {
  const writes = canWrite
    ? l10n.t(
        'Writes "{0}": "{1}" to the settings of this workspace, or to your own. New chats then start in the agent {1}, which uses your servers through scripts alone. "Code Mode: Set Up" takes it back.',
        defaultAgentSetting,
        agentName,
      )
    : l10n.t(
        'This version of VS Code has no setting for the agent of new chats: choose {0} in the agent picker of each chat.',
        agentName,
      );
  const others = l10n.t(
    'Chats with another agent still have the tools: no setting of VS Code takes them away. Clear the servers in the tools picker there; scripts still reach them.',
  );
  return `${writes}\n\n${others}`;
}

/** Command that adds `code-mode serve` to the folder's `.mcp.json`, which the Agents window reads (VS Code 1.139.1). */
export const projectCommand = 'code-mode setup claude-code-project';

/** The two ways to get `executeCode` in windows whose chat offers no tools of extensions (docs/chat.md). */
export const withoutExtensionToolsText = [
  l10n.t(
    'In a window like this one: set codeMode.chatTools to "server". An MCP server of the window then offers the same two tools.',
  ),
  l10n.t(
    'In the Agents window: run "{0}" in a terminal of this folder. After a yes it adds "code-mode serve" to .mcp.json, which that window reads. The command comes with the npm package of Code Mode.',
    projectCommand,
  ),
].join('\n\n');
