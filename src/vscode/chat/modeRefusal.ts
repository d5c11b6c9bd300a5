// VS Code leaves our tools out of chat requests where `codeMode.mode` says so (`when` in the manifest), but still lists them to extensions,
// and a chat that goes on may call what it was offered before.
import * as vscode from 'vscode';
import { mode, offersScripts } from '../settings.ts';

/** What a call gets instead of an answer; undefined where the mode offers code. */
export function modeRefusal(): vscode.LanguageModelToolResult | undefined {
  if (offersScripts()) return undefined;
  const text = `Code Mode is not offered here: codeMode.mode is "${mode()}". Use other tools.`;
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
