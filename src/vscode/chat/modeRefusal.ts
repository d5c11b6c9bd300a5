// Refuses calls that `codeMode.mode` excludes. VS Code omits the tools from chat requests (`when` in the manifest) but
// still lists them to extensions, and a chat that began earlier may still call them.
import * as vscode from 'vscode';
import { mode, offersScripts } from '../settings.ts';

/** Returns the result to send instead of running the call, or undefined if the mode offers scripts. */
export function modeRefusal(): vscode.LanguageModelToolResult | undefined {
  if (offersScripts()) return undefined;
  const text = `Code Mode is not offered here: codeMode.mode is "${mode()}". Use other tools.`;
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}
