// Asks VS Code's TypeScript at a position of a script: completions, definitions, hovers.
import * as vscode from 'vscode';
import { eventually, fileOf, replace } from './invoke.ts';

export async function opened(name: string): Promise<vscode.TextDocument> {
  return (await vscode.window.showTextDocument(fileOf(name))).document;
}

/** Returns the files to which the first occurrence of the word in the script leads. */
export async function definitions(script: vscode.TextDocument, word: string): Promise<readonly string[]> {
  const found = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
    'vscode.executeDefinitionProvider',
    script.uri,
    positionOf(script, word),
  );
  return found.map(nameOf);
}

function nameOf(found: vscode.Location | vscode.LocationLink): string {
  return vscode.workspace.asRelativePath('uri' in found ? found.uri : found.targetUri);
}

/** Types the text at the end of the script, returns the completions, and removes the text. */
export async function completions(
  script: vscode.TextDocument,
  text: string,
): Promise<readonly vscode.CompletionItem[]> {
  const before = script.getText();
  await replace(script, `${before}${text}`);
  try {
    const end = script.lineAt(script.lineCount - 1).range.end;
    const list = await eventually(
      () =>
        vscode.commands.executeCommand<vscode.CompletionList>(
          'vscode.executeCompletionItemProvider',
          script.uri,
          end,
          undefined,
          200,
        ),
      ({ items }) => items.length > 1,
    );
    return list.items;
  } finally {
    await replace(script, before);
  }
}

export async function hover(script: vscode.TextDocument, word: string): Promise<string> {
  const found = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    script.uri,
    positionOf(script, word),
  );
  return found
    .flatMap(({ contents }) =>
      contents.map((content) => (content instanceof vscode.MarkdownString ? content.value : '')),
    )
    .join('\n');
}

/**
 * Returns the uses of the word in the files `own`, in order, once there are as many as files. Scripts of other tests
 * may use it as well.
 */
export async function usesOf(
  script: vscode.TextDocument,
  word: string,
  own: readonly string[],
): Promise<readonly string[]> {
  return await eventually(
    async () => {
      const found = await vscode.commands.executeCommand<vscode.Location[]>(
        'vscode.executeReferenceProvider',
        script.uri,
        positionOf(script, word),
      );
      return found
        .map(nameOf)
        .filter((name) => own.includes(name))
        .sort();
    },
    (uses) => uses.length >= own.length,
  );
}

export function positionOf(script: vscode.TextDocument, word: string): vscode.Position {
  return script.positionAt(script.getText().indexOf(word) + 1);
}

export function labelOf(label: string | vscode.CompletionItemLabel): string {
  return typeof label === 'string' ? label : label.label;
}
