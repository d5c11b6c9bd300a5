// Resolves the variables of a definition that only the editor knows: commands, extensions, and the active file. VS Code
// 1.139 also resolves them when the server starts.
import * as vscode from 'vscode';
import {
  howToBeAsked,
  fileVariable,
  type EditorVariables,
  type InputAnswer,
} from '../../mcp/definitions/index.ts';
import type { StartInteraction } from '../../mcp/index.ts';
import { activeFile } from '../workspace/activeFile.ts';
import { errorMessage } from '../../base/errorMessage.ts';

export class LaunchVariables implements EditorVariables {
  async value(name: string, folder: string | undefined, person: StartInteraction): Promise<InputAnswer> {
    const [kind = '', ...rest] = name.split(':');
    const argument = rest.join(':');
    const editor = vscode.window.activeTextEditor;
    switch (kind) {
      case 'config':
        // A setting with a text value was substituted when the definition was read, so this one has none.
        return unanswered(`Set "${argument}" to a text value.`);
      case 'command':
        return person.interactive
          ? person.ask('needs_input', () => commandValue(argument))
          : unanswered(howToBeAsked);
      case 'extensionInstallFolder':
        return found(
          vscode.extensions.getExtension(argument)?.extensionPath,
          `Install the extension "${argument}".`,
        );
      case 'execInstallFolder':
        return { ok: true, value: vscode.env.appRoot };
      case 'lineNumber':
        return found(editor && String(editor.selection.end.line + 1), 'Open a file first.');
      case 'columnNumber':
        return found(editor && String(editor.selection.end.character + 1), 'Open a file first.');
      case 'selectedText':
        return found(editor?.document.getText(editor.selection) || undefined, 'Select some text first.');
      default: {
        const uri = activeFile();
        if (!uri) return unanswered('Open its file, then restart the server.');
        const file = { path: uri.fsPath, folder: vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath };
        return found(fileVariable(name, file, folder), `${uri.fsPath} is not in the workspace.`);
      }
    }
  }
}

function unanswered(error: string): InputAnswer {
  return { ok: false, error };
}

function found(value: string | undefined, advice: string): InputAnswer {
  return value === undefined ? unanswered(advice) : { ok: true, value };
}

/** Runs a command and returns its text. It cannot be cancelled; its result is ignored if the start is given up. */
export async function commandValue(command: string, ...args: readonly unknown[]): Promise<InputAnswer> {
  try {
    const value: unknown = await vscode.commands.executeCommand(command, ...args);
    const text = typeof value === 'string' ? value : undefined;
    return found(text, `Command "${command}" returned no text. Correct it, then restart the server.`);
  } catch (error) {
    const why = errorMessage(error).replace(/\.?$/, '.');
    return unanswered(`Command "${command}" failed: ${why} Correct it, then restart the server.`);
  }
}
