// Provides the saved scripts of the window's folders as tools, with the content of their files. An untrusted workspace
// has none.
import * as vscode from 'vscode';
import type { ScriptDraft, SignatureReader, SignatureReading } from '../../checker/index.ts';
import { ScriptToolSource } from '../../engine/savedScripts/index.ts';
import { watchFiles } from './editorDefinitions.ts';
import type { EditorTrust } from './editorTrust.ts';
import { onDidChangeScriptFolders, windowScriptFolders } from '../workspace/windowScriptFolders.ts';

export class EditorScripts {
  readonly source: ScriptToolSource;
  readonly #signatures: () => SignatureReader;
  readonly #closed = new AbortController();
  readonly #listening: vscode.Disposable;
  #watchers: readonly vscode.Disposable[] = [];

  constructor(signatures: () => SignatureReader, trust: EditorTrust) {
    this.#signatures = signatures;
    this.source = new ScriptToolSource({
      folders: windowScriptFolders,
      signatures,
      trust: () => trust.loaded(),
      onUnapproved: (scripts) => trust.scriptsWait(scripts),
    });
    this.#watch();
    this.#listening = onDidChangeScriptFolders(() => {
      this.#watch();
      this.source.changed();
    });
  }

  /** Returns the facts that are needed to make a saved script of the code. */
  draft(code: string): Promise<ScriptDraft> {
    return this.#signatures().draft(code, this.#closed.signal);
  }

  /** Returns the types of the script's input and output. */
  signature(code: string): Promise<SignatureReading> {
    return this.#signatures().signature(code, this.#closed.signal);
  }

  async dispose(): Promise<void> {
    this.#closed.abort();
    vscode.Disposable.from(...this.#watchers, this.#listening).dispose();
    await this.source.dispose();
  }

  /** Watches the files for the views and the declarations. A run reads the files itself. */
  #watch(): void {
    vscode.Disposable.from(...this.#watchers).dispose();
    this.#watchers = windowScriptFolders().map(({ path }) =>
      watchFiles(path, '*.ts', () => this.source.changed()),
    );
  }
}
