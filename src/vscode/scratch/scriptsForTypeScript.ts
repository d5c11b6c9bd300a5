// Tells Code Mode's plugin of VS Code's TypeScript which files are scripts, and which file declares their tools. See
// docs/decisions/0041-scratch-errors.md.
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ScriptSettings } from '../typescriptPlugin/scriptPlaces.ts';
import { onDidChangeScriptFolders, windowScriptFolders } from '../workspace/windowScriptFolders.ts';
import { isOfScratchFolder } from '../workspace/scriptName.ts';
import { scratchFolderOf } from '../workspace/scratchFolder.ts';

const pluginName = 'code-mode-scratch';

/** The exports of VS Code's TypeScript extension: `getAPI(0)`. */
interface TypeScriptExports {
  getAPI(version: 0): { configurePlugin(name: string, configuration: object): void } | undefined;
}

export class ScriptsForTypeScript implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #listening: vscode.Disposable;
  /** The declaration file of the first folder that has one. */
  #declarations: vscode.Uri | undefined;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
    this.#listening = onDidChangeScriptFolders(() => this.#configure());
  }

  /** To be called when a file with the declarations of all tools exists. */
  declaredBy(declarations: vscode.Uri): void {
    if (this.#declarations) return;
    this.#declarations = declarations;
    this.#configure();
  }

  /**
   * To be called when the declarations have changed. TypeScript watches only the declarations in its own projects, so
   * scripts outside of them need a new configuration.
   */
  declarationsChanged(): void {
    if (this.#declarations && outsideFolders().length > 0) this.#configure();
  }

  dispose(): void {
    this.#listening.dispose();
  }

  #configure(): void {
    if (!this.#declarations) return;
    const scratch = (vscode.workspace.workspaceFolders ?? []).map((folder) => scratchFolderOf(folder).fsPath);
    const settings: ScriptSettings = {
      folders: [
        ...scratch,
        ...scratch.map((folder) => join(folder, 'scripts')),
        join(this.#declarations.fsPath, '..'),
      ],
      outside: outsideFolders(),
      declarations: this.#declarations.fsPath,
    };
    configurePlugin(settings).catch((error: unknown) =>
      this.#log.warn(
        `VS Code's TypeScript does not know of saved scripts outside of .code-mode: ${String(error)}`,
      ),
    );
  }
}

function outsideFolders(): readonly string[] {
  return windowScriptFolders().flatMap(({ path }) =>
    isOfScratchFolder(vscode.Uri.file(join(path, 'script.ts'))) ? [] : [path],
  );
}

/**
 * Configures the plugin; VS Code repeats the configuration after each start of its TypeScript server. Does nothing if
 * VS Code's TypeScript is disabled or takes no plugins.
 */
async function configurePlugin(settings: ScriptSettings): Promise<void> {
  const extension = vscode.extensions.getExtension<TypeScriptExports | undefined>(
    'vscode.typescript-language-features',
  );
  (await extension?.activate())?.getAPI(0)?.configurePlugin(pluginName, settings);
}
