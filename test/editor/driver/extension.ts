// The development extension of the test window: another extension, with tools of its own. On a fresh profile the built-in
// Copilot Chat is disabled until its set-up has run; enabling it needs no sign-in. Only the page tests ask for it.
import * as vscode from 'vscode';
import { registerTestTools } from './testTools.ts';

const copilotChat = 'GitHub.copilot-chat';

export async function activate({ subscriptions }: vscode.ExtensionContext): Promise<void> {
  subscriptions.push(registerTestTools());
  if (process.env['CODE_MODE_TEST_COPILOT'] !== '1') return;
  if (vscode.extensions.getExtension(copilotChat) === undefined) {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', copilotChat, { enable: true });
  }
}
