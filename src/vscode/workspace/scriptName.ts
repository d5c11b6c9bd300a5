// Decides which files are scripts that a user can run from the editor, and names them.
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import {
  isSameFolder,
  isSavedPath,
  isScratchPath,
  isScriptFileName,
} from '../../engine/savedScripts/index.ts';
import { folderNames } from '../../base/folderNames.ts';
import { windowScriptFolders } from './windowScriptFolders.ts';

/**
 * True for a script in `.code-mode` or `.code-mode/scripts`, and for a saved script in a folder that the settings name.
 * The manifest has the same rule for menus and keys, for the file systems of the workspace folders.
 */
export function isScript(file: vscode.Uri): boolean {
  return isOfScratchFolder(file) || isOfNamedFolder(file);
}

/**
 * True for a saved script, which is a tool and may come with a repository: one in `.code-mode/scripts` or in a folder
 * that the settings name.
 */
export function isSavedScript(file: vscode.Uri): boolean {
  return isSavedPath(file.path) || isOfNamedFolder(file);
}

/** True for a file in `.code-mode`, which contains its declarations; false for an earlier version of it in a diff. */
export function isOfScratchFolder({ scheme, path }: vscode.Uri): boolean {
  return (
    isScratchPath(path) &&
    (['file', 'untitled'].includes(scheme) || vscode.workspace.fs.isWritableFileSystem(scheme) === true)
  );
}

function isOfNamedFolder({ scheme, fsPath, path }: vscode.Uri): boolean {
  if (scheme !== 'file' || !isScriptFileName(path.slice(path.lastIndexOf('/') + 1))) return false;
  const folder = dirname(fsPath);
  return windowScriptFolders().some((named) => isSameFolder(vscode.Uri.file(named.path).fsPath, folder));
}

/**
 * Returns the script's path in its workspace folder, `.code-mode/report.ts`, with the unique name of the folder if
 * there are several. The runs of the script are found by this name.
 */
export function scriptPath(script: vscode.Uri): string {
  const folder = vscode.workspace.getWorkspaceFolder(script);
  const { workspaceFolders: all = [] } = vscode.workspace;
  if (folder) {
    const path = vscode.workspace.asRelativePath(script, false);
    return all.length > 1 ? `${folderNames(all.map(({ name }) => name))[folder.index]}/${path}` : path;
  }
  // A script in the extension's storage is named without the path of the storage, which means nothing to users.
  return isOfScratchFolder(script)
    ? script.path.split('/').slice(-2).join('/')
    : vscode.workspace.asRelativePath(script);
}
