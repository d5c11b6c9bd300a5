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

/** Shows the document of `source` at a line of it, beside what is open, or where it is shown already, and leaves the focus where it is. */
export async function showScript(uri: vscode.Uri, source: string, line: number | undefined): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const isEmpty = vscode.window.tabGroups.activeTabGroup.tabs.length === 0;
  const selection = line === undefined ? {} : { selection: rangeOf(uri.scheme === scheme ? shownLines(source, line) : [line, line]) };
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
    preserveFocus: true,
    preview: true,
    viewColumn: shown?.viewColumn ?? (isEmpty ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside),
    ...selection,
  });
}

function rangeOf([first, last]: readonly [first: number, last: number]): vscode.Range {
  return new vscode.Range(first - 1, 0, last - 1, Number.MAX_SAFE_INTEGER);
}
