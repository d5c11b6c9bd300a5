// The value that a command of the editor gives to a definition: `${command:...}`, or an input of type `command`.
import * as vscode from 'vscode';
import type { InputAnswer } from '../mcp/definitions/inputs.ts';

/** A command cannot be cancelled; nobody waits for it any more when the start is given up. */
export async function commandValue(command: string, ...args: readonly unknown[]): Promise<InputAnswer> {
  try {
    const value: unknown = await vscode.commands.executeCommand(command, ...args);
    if (typeof value === 'string') return { ok: true, value };
    return { ok: false, error: `The command "${command}" gave no text: correct it, then restart the server.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, error: `The command "${command}" failed: ${why.replace(/\.?$/, '.')} Correct it, then restart the server.` };
  }
}
