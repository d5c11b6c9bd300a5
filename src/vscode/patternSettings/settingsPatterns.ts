// Completes globs over tools in settings files, and warns there of those that match nothing. It knows what is cached: it starts no server.
import * as vscode from 'vscode';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { plainLabel } from '../labelText.ts';
import { isSettingsFile } from './settingsFile.ts';
import { knownPatterns, whyUnmatched } from './knownPatterns.ts';
import { patternPlaces, typedPattern } from './patternPlaces.ts';

/** In characters; people's are a thousandth of it. */
const longestFile = 1_000_000;
/** Of one file. */
const mostPatterns = 500;

export class SettingsPatterns implements vscode.CompletionItemProvider, vscode.Disposable {
  readonly #editor: Pick<EditorEngine, 'known' | 'onDidChange'>;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('codeMode');
  readonly #listening: vscode.Disposable;

  constructor(editor: Pick<EditorEngine, 'known' | 'onDidChange'>) {
    this.#editor = editor;
    this.#listening = vscode.Disposable.from(
      editor.onDidChange(() => vscode.workspace.textDocuments.filter(isSettingsFile).forEach((document) => void this.check(document))),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
    );
  }

  async provideCompletionItems(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.CompletionItem[]> {
    const text = document.getText();
    const typed = text.length > longestFile ? undefined : typedPattern(text, document.offsetAt(position));
    if (!typed) return [];
    const range = new vscode.Range(document.positionAt(typed.start), document.positionAt(typed.end));
    const servers = (await this.#editor.known()).map(({ server }) => server);
    return knownPatterns(servers).map(({ pattern, detail }) => {
      const quoted = JSON.stringify(pattern);
      const item = new vscode.CompletionItem({ label: pattern, description: plainLabel(detail) }, vscode.CompletionItemKind.Value);
      item.filterText = quoted;
      item.range = range;
      item.insertText =
        typed.kind === 'newRule'
          ? new vscode.SnippetString().appendText(`${quoted}: "`).appendChoice(['ask', 'allow', 'deny']).appendText('"')
          : quoted;
      return item;
    });
  }

  /** Marks what matches nothing, of tools that are known now. */
  async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const text = document.getText();
    const places = text.length > longestFile ? [] : patternPlaces(text).slice(0, mostPatterns);
    const servers = places.length > 0 ? (await this.#editor.known()).map(({ server }) => server) : [];
    const found: vscode.Diagnostic[] = [];
    const slice = new TimeSlice();
    for (const { pattern, start, end } of places) {
      const why = await whyUnmatched(pattern, servers, slice);
      if (why === undefined) continue;
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = new vscode.Diagnostic(range, why, vscode.DiagnosticSeverity.Warning);
      diagnostic.source = 'Code Mode';
      found.push(diagnostic);
    }
    if (!document.isClosed && document.version === version) this.#diagnostics.set(document.uri, found);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#diagnostics.dispose();
  }
}
