// The development extension of the test window: another extension with tools of its own. On a fresh profile, the
// built-in Copilot Chat is disabled until its set-up has run; enabling it needs no sign-in. Only the page tests enable
// it and use models.
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { applySettings } from './applySettings.ts';
import { RepeatingModels } from './repeatingModels.ts';
import { registerTestTools } from './testTools.ts';

const copilotChat = 'GitHub.copilot-chat';

export async function activate({ subscriptions, logUri }: vscode.ExtensionContext): Promise<void> {
  const applied = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left, -1_000);
  subscriptions.push(
    registerTestTools(),
    vscode.commands.registerCommand('codeModeTest.startChatServers', startChatServers),
    vscode.commands.registerCommand('codeModeTest.hostLog', () =>
      join(dirname(logUri.fsPath), 'remoteexthost.log'),
    ),
    applied,
    vscode.commands.registerCommand('codeModeTest.applySettings', () => applySettings(applied)),
  );
  if (process.env['CODE_MODE_TEST_MODELS'] === '1') {
    subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', new RepeatingModels()));
  }
  if (process.env['CODE_MODE_TEST_COPILOT'] !== '1') return;
  if (vscode.extensions.getExtension(copilotChat) === undefined) {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', copilotChat, {
      enable: true,
    });
  }
}

/**
 * Starts the servers of Code Mode. VS Code starts servers with the first message of a chat, unless the user turns this
 * off; test windows turn it off and only start these servers.
 */
async function startChatServers(): Promise<void> {
  const servers = ['code-mode', 'code-mode-tools'].map((label) => `code-mode.code-mode/${label}`);
  await Promise.all(
    servers.map((id) =>
      vscode.commands.executeCommand('workbench.mcp.startServer', id, { waitForLiveTools: true }),
    ),
  );
}
