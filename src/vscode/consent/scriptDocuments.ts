// Provides the code of a script that the user is asked about, as a read-only document.
import * as vscode from 'vscode';
import { shownLines } from '../../base/text/visibleText.ts';
import { shownCodeInSlices } from './shownCodeInSlices.ts';
import { setNewest } from '../../base/setNewest.ts';

/** Maximum number of documents that are kept, newest first. An open editor keeps the content that it shows. */
const mostKept = 20;

export class ScriptDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #sources = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  readonly #scheme: string;
  #count = 0;

  constructor(scheme = 'code-mode-script') {
    this.#scheme = scheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Returns the address of a document with this code; the document shows hidden characters visibly. */
  add(source: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/script ${++this.#count}.ts` });
    setNewest(this.#sources, uri.toString(), source, mostKept);
    return uri;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const source = this.#sources.get(uri.toString());
    return source === undefined ? undefined : shownCodeInSlices(source);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/**
 * Shows code while a question about it is open. A question covers the upper part of the window, so the code gets an
 * editor group below the others. Its tab closes with the question, because a chat attaches the file of the active
 * editor to later prompts.
 */
export class CodeBelow implements Disposable {
  #column: vscode.ViewColumn | undefined;
  #shown: vscode.Uri | undefined;
  #work = Promise.resolve();

  /** Shows a document of `ScriptDocuments` and leaves the focus unchanged. `line`: line of `source` to select. */
  showScript(uri: vscode.Uri, source: string, line: number | undefined): Promise<void> {
    const [first, last] = line === undefined ? [1, 1] : shownLines(source, line);
    const selection =
      line === undefined
        ? {}
        : { selection: new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER) };
    return this.#show(uri, async (viewColumn) => {
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
        preserveFocus: true,
        preview: true,
        viewColumn,
        ...selection,
      });
      if (line !== undefined)
        editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    });
  }

  /** Shows the difference between two documents of `ScriptDocuments`. */
  showChange(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
    return this.#show(after, async (viewColumn) =>
      vscode.commands.executeCommand('vscode.diff', before, after, title, {
        preserveFocus: true,
        preview: true,
        viewColumn,
      }),
    );
  }

  [Symbol.dispose](): void {
    // Nothing awaits the closing, because an editor may ask the user before it closes.
    void this.#work.then(() => this.#close());
  }

  /** Resolves when the code is shown, or when a message has told why it cannot be shown. */
  #show(uri: vscode.Uri, open: (column: vscode.ViewColumn) => Promise<unknown>): Promise<void> {
    return (this.#work = this.#work
      .then(async () => {
        this.#shown = uri;
        this.#column ??= await groupBelow();
        await open(this.#column);
      })
      .catch(
        (error: unknown) =>
          void vscode.window.showErrorMessage(
            vscode.l10n.t('The code could not be shown: {0}', String(error)),
          ),
      ));
  }

  async #close(): Promise<void> {
    const shown = this.#shown?.toString();
    // Without this check, each tab without an address would match.
    if (shown === undefined) return;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter(({ input }) => documentOf(input)?.toString() === shown),
      true,
    );
  }
}

/** Makes an empty editor group below the active one, activates the new group and returns its column. */
async function groupBelow(): Promise<vscode.ViewColumn> {
  await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  return vscode.window.tabGroups.activeTabGroup.viewColumn;
}

function documentOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
