// What a script is that a person runs from its editor, and what it is called.
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isSameFolder } from '../../scripts/scriptFolders.ts';
import { isSavedPath, isScratchPath, isScriptFileName } from '../../scripts/scriptNames.ts';
import { windowScriptFolders } from './windowScriptFolders.ts';

/** In `.code-mode`, or saved: there in `scripts`, and in the folders that settings name. The manifest says the same of menus and keys, for the file systems of folders. */
export function isScript(file: vscode.Uri): boolean {
  return isOfScratchFolder(file) || isOfNamedFolder(file);
}

/** A tool, whose file may come with a repository: there in `scripts`, and in the folders that settings name. */
export function isSavedScript(file: vscode.Uri): boolean {
  return isSavedPath(file.path) || isOfNamedFolder(file);
}

/** In `.code-mode`, which has the declarations for it. Not as it once was, in a diff. */
export function isOfScratchFolder({ scheme, path }: vscode.Uri): boolean {
  return isScratchPath(path) && (['file', 'untitled'].includes(scheme) || vscode.workspace.fs.isWritableFileSystem(scheme) === true);
}

function isOfNamedFolder({ scheme, fsPath, path }: vscode.Uri): boolean {
  if (scheme !== 'file' || !isScriptFileName(path.slice(path.lastIndexOf('/') + 1))) return false;
  const folder = dirname(fsPath);
  return windowScriptFolders().some((named) => isSameFolder(vscode.Uri.file(named.path).fsPath, folder));
}

/** Below its folder of the workspace, with the folder's name where there are several: `.code-mode/report.ts`. By this its runs are found. */
export function scriptName(script: vscode.Uri): string {
  if (vscode.workspace.getWorkspaceFolder(script)) return vscode.workspace.asRelativePath(script);
  // Of the extension's storage, whose path says nothing to anybody.
  return isOfScratchFolder(script) ? script.path.split('/').slice(-2).join('/') : vscode.workspace.asRelativePath(script);
}
