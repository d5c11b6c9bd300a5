// A message that something cannot be done yet, with a button for what has to be done first.
import * as vscode from 'vscode';

/** Settles when the message is gone, which may be never: nothing should wait for it. */
export async function offer(message: string, button: string, command: string): Promise<void> {
  if ((await vscode.window.showWarningMessage(message, button)) === button) await vscode.commands.executeCommand(command);
}
