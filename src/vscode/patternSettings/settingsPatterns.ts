// Completes globs over tools in settings files. It warns about globs that match nothing and about settings that a
// remote window ignores. It uses cached knowledge and starts no server.
import * as vscode from 'vscode';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { plainLabel } from '../labelText.ts';
import type { Manifest } from '../manifest.ts';
import { isSettingsFile } from './settingsFile.ts';
import { knownPatterns, whyUnmatched } from './knownPatterns.ts';
import { patternPlaces, settingPlaces, typedPattern } from './patternPlaces.ts';

/** Maximum length of a file in characters: the file is parsed at each change. Usual settings files have 1 % of it. */
const longestFile = 300_000;
/** Maximum number of globs that are checked in one file. */
const mostPatterns = 500;

export class SettingsPatterns implements vscode.CompletionItemProvider, vscode.Disposable {
  readonly #editor: EditorEngine;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('codeMode');
  /** The settings with machine scope. */
  readonly #ofMachine: ReadonlySet<string>;
  readonly #listening: vscode.Disposable;

  constructor(editor: EditorEngine, { contributes }: Manifest) {
    this.#editor = editor;
    const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
    const ofMachine = settings.filter(([, { scope }]) => scope?.startsWith('machine'));
    this.#ofMachine = new Set(ofMachine.map(([name]) => name));
    this.#listening = vscode.Disposable.from(
      editor.onDidChange(() =>
        vscode.workspace.textDocuments
          .filter(isSettingsFile)
          .forEach((document) => void this.check(document)),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#diagnostics.delete(uri)),
    );
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    const text = document.getText();
    const typed = text.length > longestFile ? undefined : typedPattern(text, document.offsetAt(position));
    if (!typed) return [];
    const range = new vscode.Range(document.positionAt(typed.start), document.positionAt(typed.end));
    const servers = await this.#editor.catalog.knownServers();
    return knownPatterns(servers).map(({ pattern, detail }) => {
      const quoted = JSON.stringify(pattern);
      const item = new vscode.CompletionItem(
        { label: pattern, description: plainLabel(detail) },
        vscode.CompletionItemKind.Value,
      );
      item.filterText = quoted;
      item.range = range;
      item.insertText =
        typed.kind === 'newRule'
          ? new vscode.SnippetString()
              .appendText(`${quoted}: "`)
              .appendChoice(['ask', 'allow', 'deny'])
              .appendText('"')
          : quoted;
      return item;
    });
  }

  /** Marks globs that match no tool known now, and settings that this window ignores. */
  async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const text = document.getText();
    const places = text.length > longestFile ? [] : patternPlaces(text).slice(0, mostPatterns);
    const servers = places.length > 0 ? await this.#editor.catalog.knownServers() : [];
    const found: vscode.Diagnostic[] = [];
    const mark = ({ start, end }: { readonly start: number; readonly end: number }, why: string) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = new vscode.Diagnostic(range, why, vscode.DiagnosticSeverity.Warning);
      diagnostic.source = 'Code Mode';
      found.push(diagnostic);
    };
    // A remote window (SSH, WSL, a container) ignores the machine-scoped settings in the user's own file.
    const isRemoteUsers = document.uri.scheme === 'vscode-userdata' && vscode.env.remoteName !== undefined;
    if (isRemoteUsers && text.length <= longestFile)
      for (const place of settingPlaces(text, this.#ofMachine)) mark(place, ignored);
    const slice = new TimeSlice();
    for (const place of places) {
      const why = await whyUnmatched(place.pattern, servers, slice);
      if (why !== undefined) mark(place, why);
    }
    if (!document.isClosed && document.version === version) this.#diagnostics.set(document.uri, found);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#diagnostics.dispose();
  }
}

const ignored = vscode.l10n.t(
  'This remote window ignores this setting here. Set it with "Preferences: Open Remote Settings (JSON)".',
);
