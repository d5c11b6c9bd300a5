// Says once in a window that scripts run in WebAssembly because no sandbox process could be had, and why when asked.
import * as vscode from 'vscode';

const why = 'Why?';
const settings = 'Open Settings';

/** Settles when the messages are gone, which may be never: nothing should wait for it. */
export async function tellFallback(reason: string, log: vscode.LogOutputChannel): Promise<void> {
  const message = 'Code Mode runs scripts in WebAssembly in this window, slower and without Intl, because no sandbox process works here.';
  if ((await vscode.window.showWarningMessage(message, why)) !== why) return;
  log.show(true);
  const detail = `The reason: ${reason} The next window tries a process again. What scripts run in is chosen by codeMode.sandbox.engine.`;
  if ((await vscode.window.showInformationMessage(detail, settings)) === settings) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'codeMode.sandbox');
  }
}
