// A scratch script in its editor, for host tests that change it and read the display of VS Code.
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { eventually, fileOf, replace, textOf } from './invoke.ts';

/** Opens a new script, as a person does. */
export async function newScript(): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('codeMode.newScript');
  const editor = await eventually(
    () => vscode.window.activeTextEditor,
    (active) => active?.document.languageId === 'typescript',
  );
  assert.ok(editor);
  return editor.document;
}

/** Returns a script in a form that VS Code's TypeScript accepts: `return` needs a function around it. */
export function mainWith(statement: string): string {
  return `export default async function main() {\n  ${statement}\n}\n`;
}

export async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  await replace(document, text);
  // A save that overlaps another one returns false, which happens on a busy machine.
  await eventually(
    () => document.save(),
    () => !document.isDirty,
  );
}

export function declarations(): Promise<string> {
  return textOf(fileOf('.code-mode/tools.d.ts'));
}

function errors(document: vscode.TextDocument): readonly { readonly code: unknown; readonly line: number }[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
    .map(({ code, range }) => ({ code, line: range.start.line }));
}

/** Waits until the errors of the document are these. */
export async function showsErrors(
  document: vscode.TextDocument,
  expected: ReturnType<typeof errors>,
): Promise<void> {
  await eventually(
    () => errors(document),
    (found) => isDeepStrictEqual(found, expected),
  );
}

/** Returns the code lenses of Code Mode above the script. */
export async function codeLenses(document: vscode.TextDocument): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
    'vscode.executeCodeLensProvider',
    document.uri,
    10,
  );
  return lenses.flatMap(({ command }) =>
    command?.command.startsWith('codeMode.') === true ? [command.command] : [],
  );
}

/** Returns the labels of the completions at the end of the document. */
export async function completions(document: vscode.TextDocument): Promise<readonly string[]> {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    end,
  );
  return list.items.map((item) => (typeof item.label === 'string' ? item.label : item.label.label));
}

/** Returns the text of the output panel, whose channels are documents of the scheme `output`. */
function outputText(): string {
  return vscode.workspace.textDocuments
    .filter((document) => document.uri.scheme === 'output')
    .map((document) => document.getText())
    .join('\n');
}

/** Waits for a text in the output panel, and returns all that it shows. */
export async function outputShows(wanted: RegExp): Promise<string> {
  return await eventually(outputText, (text) => wanted.test(text));
}
