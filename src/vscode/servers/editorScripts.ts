// The saved scripts of the window's folders as tools, as they are in their files. A workspace that is not trusted has none.
import * as vscode from 'vscode';
import type { ScriptDraft, SignatureReader, SignatureReading } from '../../checker/scriptSignature.ts';
import { ScriptToolSource } from '../../scripts/scriptToolSource.ts';
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

  /** What the script has for a saved one. */
  draft(code: string): Promise<ScriptDraft> {
    return this.#signatures().draft(code, this.#closed.signal);
  }

  /** What the script says of what it takes and gives. */
  signature(code: string): Promise<SignatureReading> {
    return this.#signatures().signature(code, this.#closed.signal);
  }

  async dispose(): Promise<void> {
    this.#closed.abort();
    vscode.Disposable.from(...this.#watchers, this.#listening).dispose();
    await this.source.dispose();
  }

  /** For views and declarations: runs read the files anyway. */
  #watch(): void {
    vscode.Disposable.from(...this.#watchers).dispose();
    this.#watchers = windowScriptFolders().flatMap(({ path }) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(path), '*.ts'));
      const changed = () => this.source.changed();
      return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
    });
  }
}
