// The development extension of the test window. On a fresh profile the built-in Copilot Chat is disabled until its
// set-up has run; enabling it needs no sign-in. Only the page tests ask for it, and for models of its own.
import * as vscode from 'vscode';
import { RepeatingModels } from './repeatingModels.ts';

const copilotChat = 'GitHub.copilot-chat';

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  if (process.env['CODE_MODE_TEST_MODELS'] === '1') {
    context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', new RepeatingModels()));
  }
  if (process.env['CODE_MODE_TEST_COPILOT'] !== '1') return;
  if (vscode.extensions.getExtension(copilotChat) === undefined) {
    await vscode.commands.executeCommand('workbench.extensions.installExtension', copilotChat, { enable: true });
  }
}
