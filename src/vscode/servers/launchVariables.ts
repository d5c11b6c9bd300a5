// What only the editor knows of a definition's variables: settings, commands, extensions, and the file a person works on
// (VS Code 1.139: all are asked for when the server is started).
import * as vscode from 'vscode';
import { type EditorVariables, howToBeAsked, type InputAnswer } from '../../mcp/definitions/inputs.ts';
import { fileVariable } from '../../mcp/definitions/fileVariables.ts';
import type { StartInteraction } from '../../mcp/protocol/startInteraction.ts';
import { substituteLateValues, substituteVariables } from '../../mcp/definitions/variables.ts';
import { launchHost } from './editorDefinitions.ts';
import { activeFile } from '../workspace/activeFile.ts';

export class LaunchVariables implements EditorVariables {
  async value(name: string, folder: string | undefined, person: StartInteraction): Promise<InputAnswer> {
    const [kind = '', ...rest] = name.split(':');
    const argument = rest.join(':');
    switch (kind) {
      case 'config':
        return settingValue(argument, folder);
      case 'command':
        return person.interactive ? person.ask('needs_input', () => commandValue(argument)) : unanswered(howToBeAsked);
      case 'extensionInstallFolder':
        return found(vscode.extensions.getExtension(argument)?.extensionPath, `Install the extension "${argument}".`);
      case 'execInstallFolder':
        return { ok: true, value: vscode.env.appRoot };
      case 'lineNumber':
        return found(fromOne(selection()?.end.line), 'Open a file first.');
      case 'columnNumber':
        return found(fromOne(selection()?.end.character), 'Open a file first.');
      case 'selectedText':
        return found(selectedText(), 'Select some text first.');
      default:
        return valueOfFile(name, folder);
    }
  }
}

function unanswered(error: string): InputAnswer {
  return { ok: false, error };
}

function found(value: string | undefined, advice: string): InputAnswer {
  return value === undefined ? unanswered(advice) : { ok: true, value };
}

function fromOne(number: number | undefined): string | undefined {
  return number === undefined ? undefined : String(number + 1);
}

/** Settings often hold variables themselves: `${workspaceFolder}/.venv`. `within` are the settings that are being read. */
function settingValue(name: string, folder: string | undefined, within: readonly string[] = []): InputAnswer {
  const settings = vscode.workspace.getConfiguration(undefined, folder === undefined ? undefined : vscode.Uri.file(folder));
  // What a workspace that is not trusted sets does not get into the person's own definitions.
  const levels = vscode.workspace.isTrusted ? undefined : settings.inspect<unknown>(name);
  const written = textOf(levels ? (levels.globalValue ?? levels.defaultValue) : settings.get<unknown>(name));
  if (written === undefined) return unanswered(`Set "${name}" to a text value.`);
  const context = { ...launchHost(), folder, dialect: 'vscode' } as const;
  const { value: text, editor } = substituteVariables(written, context);
  const nested = editor.flatMap((variable) => {
    const inner = variable.startsWith('config:') ? variable.slice('config:'.length) : undefined;
    const answer = inner === undefined || [...within, name].includes(inner) ? undefined : settingValue(inner, folder, [...within, name]);
    return answer?.ok ? [[variable, answer.value] as const] : [];
  });
  return { ok: true, value: String(substituteLateValues(text, { inputs: new Map(), editor: new Map(nested) })) };
}

function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function valueOfFile(name: string, folder: string | undefined): InputAnswer {
  const uri = activeFile();
  if (!uri) return unanswered('Open its file, then restart the server.');
  const file = { path: uri.fsPath, folder: vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath };
  return found(fileVariable(name, file, folder), `${uri.fsPath} is not in the workspace.`);
}

function selection(): vscode.Selection | undefined {
  return vscode.window.activeTextEditor?.selection;
}

function selectedText(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && !editor.selection.isEmpty ? editor.document.getText(editor.selection) : undefined;
}

/** A command cannot be cancelled; when the start is given up, its answer is ignored. */
export async function commandValue(command: string, ...args: readonly unknown[]): Promise<InputAnswer> {
  try {
    const value: unknown = await vscode.commands.executeCommand(command, ...args);
    if (typeof value === 'string') return { ok: true, value };
    return { ok: false, error: `Command "${command}" returned no text. Correct it, then restart the server.` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, error: `Command "${command}" failed: ${why.replace(/\.?$/, '.')} Correct it, then restart the server.` };
  }
}
