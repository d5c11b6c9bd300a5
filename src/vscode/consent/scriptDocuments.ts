// The code of a script that the user is asked about, as a document that can be read and not changed.
import * as vscode from 'vscode';
import { shownLines } from '../../base/text/visibleText.ts';
import { shownCodeInSlices } from './shownCodeInSlices.ts';
import { setNewest } from '../../base/setNewest.ts';

const scheme = 'code-mode-script';
/** Those shown last; an editor that stays open shows what it has. */
const mostKept = 20;

export class ScriptDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #sources = new Map<string, string>();
  readonly #registration: vscode.Disposable;
  readonly #scheme: string;
  #count = 0;

  constructor(ownScheme = scheme) {
    this.#scheme = ownScheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(ownScheme, this);
  }

  /** The address of a document with this code; what hides in it is shown. */
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
 * Shows code while a question about it stands. A question covers the upper part of the window, so the code gets an editor group below the
 * others. Its tab closes with the question: chat attaches the file of an active editor to later prompts.
 */
export class CodeBelow implements Disposable {
  #column: vscode.ViewColumn | undefined;
  #shown: vscode.Uri | undefined;
  #work = Promise.resolve();

  /** Shows a document of `ScriptDocuments`, and leaves the focus where it is. `line`: a line of `source`. */
  showScript(uri: vscode.Uri, source: string, line: number | undefined): Promise<void> {
    const [first, last] = line === undefined ? [1, 1] : shownLines(source, line);
    const selection = line === undefined ? {} : { selection: new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER) };
    return this.#show(uri, async (viewColumn) => {
      const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
        preserveFocus: true,
        preview: true,
        viewColumn,
        ...selection,
      });
      if (line !== undefined) editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    });
  }

  /** Shows two documents of `ScriptDocuments` side by side. */
  showChange(before: vscode.Uri, after: vscode.Uri, title: string): Promise<void> {
    return this.#show(after, async (viewColumn) =>
      vscode.commands.executeCommand('vscode.diff', before, after, title, { preserveFocus: true, preview: true, viewColumn }),
    );
  }

  [Symbol.dispose](): void {
    // Nothing waits for it: an editor may ask before it goes.
    void this.#work.then(() => this.#close());
  }

  /** Settles when the code is shown, or a message says why it is not. */
  #show(uri: vscode.Uri, open: (column: vscode.ViewColumn) => Promise<unknown>): Promise<void> {
    return (this.#work = this.#work
      .then(async () => {
        this.#shown = uri;
        this.#column ??= await groupBelow();
        await open(this.#column);
      })
      .catch((error: unknown) => void vscode.window.showErrorMessage(`The code could not be shown: ${String(error)}`)));
  }

  async #close(): Promise<void> {
    const shown = this.#shown?.toString();
    // A tab that is no document has no address either.
    if (shown === undefined) return;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter(({ input }) => documentOf(input)?.toString() === shown),
      true,
    );
  }
}

/** Makes an empty editor group below the active one, which it leaves active. */
async function groupBelow(): Promise<vscode.ViewColumn> {
  await vscode.commands.executeCommand('workbench.action.newGroupBelow');
  return vscode.window.tabGroups.activeTabGroup.viewColumn;
}

function documentOf(input: unknown): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputText) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}
