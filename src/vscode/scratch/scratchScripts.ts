// Creates scratch scripts, and keeps the declarations beside them up to date while servers and exclusions change.
import * as vscode from 'vscode';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { isTrustedHere } from '../messages.ts';
import {
  chosenFolder,
  declarationFileOf,
  exists,
  scratchFolderName,
  scratchFolderOf,
  writeIfChanged,
  writeProjectFiles,
} from '../workspace/scratchFolder.ts';
import { isOfScratchFolder } from '../workspace/scriptName.ts';
import { ScriptsForTypeScript } from './scriptsForTypeScript.ts';

const template = `// Calls your workspace's MCP servers: \`tools.<server>.<tool>(input)\`. The returned value is shown beside it.
// Run it from the line above the function, or with "Code Mode: Run Script".
export default async function main() {
  return Object.keys(tools);
}
`;

/**
 * Maximum time to wait for servers to list their tools, in milliseconds. A slower server raises a change when it has
 * listed them and is declared then.
 */
const PATIENCE_MS = 5_000;

interface ScratchScriptsParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly log: vscode.LogOutputChannel;
  /** Folder of the extension, for scripts of windows whose folder is read-only or that have none. */
  readonly storage: vscode.Uri;
}

export class ScratchScripts implements vscode.Disposable {
  readonly #parts: ScratchScriptsParts;
  readonly #listening: vscode.Disposable;
  readonly #closing = new AbortController();
  readonly #typescript: ScriptsForTypeScript;
  /** Folders whose declarations follow the catalog. */
  readonly #followed = new Map<string, vscode.Uri>();
  #writing: Promise<void> = Promise.resolve();
  /** Reasons why servers were missing in the last declarations. A reason that stays is not logged again. */
  #missing: ReadonlySet<string> = new Set();
  /** Folders whose next write has not begun; that write will include all changes until it begins. */
  readonly #waiting = new Set<string>();

  constructor(parts: ScratchScriptsParts) {
    this.#parts = parts;
    this.#typescript = new ScriptsForTypeScript(parts.log);
    this.#listening = parts.editor.onDidChange(() => {
      for (const folder of this.#followed.values()) void this.#write(folder);
    });
  }

  /** Opens a new script. The editor appears at once; the declarations follow when the servers have answered. */
  async create(): Promise<void> {
    if (!isTrustedHere()) return;
    const scratchFolder = await this.#writableFolder();
    if (!scratchFolder) return;
    const file = await unusedName(scratchFolder);
    // An earlier script with this name may have a consent, and VS Code may not have noticed its deletion.
    await this.#parts.approvals.forgetFiles([file]);
    await vscode.workspace.fs.writeFile(file, Buffer.from(template));
    await vscode.window.showTextDocument(file);
    this.#followed.set(scratchFolder.toString(), scratchFolder);
    this.#typescript.declaredBy(declarationFileOf(scratchFolder));
    await this.#write(scratchFolder, vscode.l10n.t('Listing the tools of your MCP servers'));
  }

  /** Keeps the declarations for an opened script of a trusted workspace up to date from now on. */
  async follow(script: vscode.Uri): Promise<void> {
    const scratchFolder = await this.#declaringFolder(script);
    if (this.#followed.has(scratchFolder.toString())) return;
    this.#followed.set(scratchFolder.toString(), scratchFolder);
    try {
      await writeProjectFiles(scratchFolder);
    } catch (error) {
      this.#followed.delete(scratchFolder.toString());
      const [folder, why] = [scratchFolder.fsPath, String(error)];
      this.#parts.log.warn(
        vscode.l10n.t('Scripts in {0} have no completion, since it cannot be written: {1}', folder, why),
      );
      return;
    }
    this.#typescript.declaredBy(declarationFileOf(scratchFolder));
    await this.#write(scratchFolder);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#typescript.dispose();
    this.#closing.abort();
  }

  /**
   * Returns the folder with the declarations for a script. A script in a scratch folder uses that folder. Another one
   * uses the workspace's scratch folder if it exists, else the extension's storage: opening a file of a project writes
   * nothing into the project.
   */
  async #declaringFolder(script: vscode.Uri): Promise<vscode.Uri> {
    if (isOfScratchFolder(script)) {
      const folder = vscode.Uri.joinPath(script, '..');
      return folder.path.endsWith(`/${scratchFolderName}`) ? folder : vscode.Uri.joinPath(folder, '..');
    }
    const [followed] = this.#followed.values();
    if (followed) return followed;
    const workspace = vscode.workspace.getWorkspaceFolder(script) ?? vscode.workspace.workspaceFolders?.[0];
    const own = workspace && scratchFolderOf(workspace);
    return own && (await exists(own)) ? own : vscode.Uri.joinPath(this.#parts.storage, scratchFolderName);
  }

  /**
   * Returns a scratch folder with its project files. If the user's folder is read-only, it is in the extension's
   * storage, and a message says so.
   */
  async #writableFolder(): Promise<vscode.Uri | undefined> {
    const own = vscode.Uri.joinPath(this.#parts.storage, scratchFolderName);
    if (!vscode.workspace.workspaceFolders?.length) {
      await writeProjectFiles(own);
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          'No folder is open: the script is kept in the storage of Code Mode. Save it elsewhere with "Save As…".',
        ),
      );
      return own;
    }
    const chosen = await chosenFolder();
    if (!chosen) return undefined;
    const scratchFolder = scratchFolderOf(chosen);
    try {
      await writeProjectFiles(scratchFolder);
      return scratchFolder;
    } catch (error) {
      this.#parts.log.warn(`${scratchFolder.fsPath} cannot be written: ${String(error)}`);
      await writeProjectFiles(own);
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} cannot be written: the script is kept in the storage of Code Mode.', chosen.name),
      );
      return own;
    }
  }

  /** Writes one after another, so that a burst of changes ends with the newest declarations after few writes. */
  #write(scratchFolder: vscode.Uri, title?: string): Promise<void> {
    const key = scratchFolder.toString();
    if (!this.#waiting.has(key)) {
      this.#waiting.add(key);
      const work = this.#writing.then(() => {
        this.#waiting.delete(key);
        return this.#writeDeclarations(scratchFolder);
      });
      this.#writing = work.catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#parts.log.error(`tools.d.ts not written: ${String(error)}`);
      });
    }
    const settled = this.#writing;
    if (title === undefined) return settled;
    return Promise.resolve(
      vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => settled),
    );
  }

  async #writeDeclarations(scratchFolder: vscode.Uri): Promise<void> {
    const { engine, declarations } = this.#parts.editor.workbench;
    const snapshot = await engine.snapshot({
      servers: 'all',
      signal: this.#closing.signal,
      timeoutMs: PATIENCE_MS,
    });
    const missing = snapshot.servers.flatMap(({ name, error }) =>
      error === undefined ? [] : [`${name}: ${error}`],
    );
    for (const line of missing) if (!this.#missing.has(line)) this.#parts.log.warn(line);
    this.#missing = new Set(missing);
    const isWritten = await writeIfChanged(
      declarationFileOf(scratchFolder),
      await declarations.api(snapshot.servers),
    );
    if (isWritten) this.#typescript.declarationsChanged();
  }
}

async function unusedName(scratchFolder: vscode.Uri): Promise<vscode.Uri> {
  for (let number = 1; ; number += 1) {
    const file = vscode.Uri.joinPath(scratchFolder, `script${number}.ts`);
    if (!(await exists(file))) return file;
  }
}
