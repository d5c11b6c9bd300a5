// Manages the folder of scratch scripts in a workspace folder, and the generated files through which VS Code's own
// TypeScript understands `tools` in them.
import * as vscode from 'vscode';
import { pendingText } from '../../declarations/index.ts';
import { offer } from '../messages.ts';
import { scriptOptions } from '../typescriptPlugin/scriptOptions.ts';

export const scratchFolderName = '.code-mode';

const tsconfig = { compilerOptions: scriptOptions, include: ['*.ts', 'scripts/*.ts'] };

const gitignore =
  '# Written by Code Mode; your scripts are yours to commit.\n/tools.d.ts\n/tsconfig.json\n/.gitignore\n';

export function scratchFolderOf(workspaceFolder: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder.uri, scratchFolderName);
}

export function declarationFileOf(scratchFolder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(scratchFolder, 'tools.d.ts');
}

/**
 * Writes the files that do not depend on the servers. If there are no declarations yet, it writes ones that accept
 * everything, until `ScratchScripts` writes the real ones.
 */
export async function writeProjectFiles(scratchFolder: vscode.Uri): Promise<void> {
  await vscode.workspace.fs.createDirectory(scratchFolder);
  await writeIfChanged(
    vscode.Uri.joinPath(scratchFolder, 'tsconfig.json'),
    `${JSON.stringify(tsconfig, undefined, 2)}\n`,
  );
  await writeIfChanged(vscode.Uri.joinPath(scratchFolder, '.gitignore'), gitignore);
  const declarations = declarationFileOf(scratchFolder);
  if (!(await exists(declarations))) await writeIfChanged(declarations, pendingText());
}

/** Resolves to true if it wrote: only if the content differs, because TypeScript reloads the project at every write. */
export async function writeIfChanged(file: vscode.Uri, text: string): Promise<boolean> {
  const bytes = Buffer.from(text);
  if (Buffer.compare(await existing(file), bytes) === 0) return false;
  await vscode.workspace.fs.writeFile(file, bytes);
  return true;
}

export async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

async function existing(file: vscode.Uri): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(file).then(
    (bytes) => bytes,
    () => new Uint8Array(),
  );
}

/** Returns the only workspace folder, or asks if there are several. Without one, a message offers to open one. */
export async function chosenFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length > 1)
    return vscode.window.showWorkspaceFolderPick({
      placeHolder: vscode.l10n.t('Select a folder for the script'),
    });
  if (folders.length === 0)
    void offer(
      vscode.l10n.t('Open a folder first: scripts use its MCP servers.'),
      vscode.l10n.t('Open Folder'),
      'vscode.openFolder',
    );
  return folders[0];
}
