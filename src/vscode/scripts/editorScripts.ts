// The saved scripts of the window's folders as tools, as they are in their files. A workspace that is not trusted has none.
import * as vscode from 'vscode';
import type { ScriptLiteral, SignatureReader } from '../../checker/scriptSignature.ts';
import type { ScriptFolder } from '../../scripts/scriptFiles.ts';
import { scriptFolders } from '../../scripts/scriptFolders.ts';
import { ScriptToolSource } from '../../scripts/scriptToolSource.ts';
import { namedScriptFolders } from '../settings.ts';

export class EditorScripts {
  readonly source: ScriptToolSource;
  readonly #signatures: () => SignatureReader;
  readonly #closed = new AbortController();
  readonly #disposables: vscode.Disposable[] = [];
  #watchers: readonly vscode.Disposable[] = [];

  constructor(signatures: () => SignatureReader) {
    this.#signatures = signatures;
    this.source = new ScriptToolSource({ folders: () => this.folders(), signatures });
    this.#watch();
    const changed = () => {
      this.#watch();
      this.source.changed();
    };
    this.#disposables.push(
      vscode.workspace.onDidChangeWorkspaceFolders(changed),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('codeMode.scripts.folders')) changed();
      }),
    );
  }

  /** Of a script, which can become its arguments. */
  literals(code: string): Promise<readonly ScriptLiteral[]> {
    return this.#signatures().literals(code, this.#closed.signal);
  }

  /** Of all folders of the window, each with those that settings name. */
  folders(): readonly ScriptFolder[] {
    if (!vscode.workspace.isTrusted) return [];
    const workspaces = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    const named = namedScriptFolders();
    const all = workspaces.flatMap(({ uri }) => scriptFolders(uri.fsPath, named));
    return [...new Map(all.map((folder) => [folder.path, folder])).values()];
  }

  async dispose(): Promise<void> {
    this.#closed.abort();
    vscode.Disposable.from(...this.#watchers, ...this.#disposables).dispose();
    await this.source.dispose();
  }

  /** For views and declarations: runs read the files anyway. */
  #watch(): void {
    vscode.Disposable.from(...this.#watchers).dispose();
    this.#watchers = this.folders().flatMap(({ path }) => {
      const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(vscode.Uri.file(path), '*.ts'));
      const changed = () => this.source.changed();
      return [watcher, watcher.onDidChange(changed), watcher.onDidCreate(changed), watcher.onDidDelete(changed)];
    });
  }
}
