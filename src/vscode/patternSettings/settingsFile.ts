// Recognizes the documents that hold settings of Code Mode, and completes and checks them. The module is small because
// the editor loads it at startup.
import * as vscode from 'vscode';

interface SettingsHelp extends vscode.CompletionItemProvider {
  check(document: vscode.TextDocument): Promise<void>;
}

const selector: readonly vscode.DocumentFilter[] = [
  { language: 'jsonc', pattern: '**/settings.json' },
  { language: 'jsonc', pattern: '**/*.code-workspace' },
];

/** True for the settings file of the user, a workspace or a folder. */
export function isSettingsFile({ languageId, uri: { path } }: vscode.TextDocument): boolean {
  return languageId === 'jsonc' && /(?:\/settings\.json|\.code-workspace)$/.test(path);
}

/** Completes and checks the settings files. `load` is called when the first of them names Code Mode. */
export function followSettingsFiles(load: () => Promise<SettingsHelp>): vscode.Disposable {
  const check = (document: vscode.TextDocument) => {
    if (isSettingsFile(document) && document.getText().includes('codeMode.'))
      void load().then((patterns) => patterns.check(document));
  };
  vscode.window.visibleTextEditors.forEach(({ document }) => check(document));
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, ...asked) =>
          document.getText().includes('codeMode.')
            ? (await load()).provideCompletionItems(document, ...asked)
            : [],
      },
      '"',
      '.',
    ),
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(({ document }) => check(document)),
  );
}
