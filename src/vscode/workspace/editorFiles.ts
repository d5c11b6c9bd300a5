// The workspace as the editor has it: its files through `workspace.fs`, on this disk, on a remote machine or nowhere, and what is wrong in
// them, as the Problems view shows it.
import * as vscode from 'vscode';
import { folderNames } from '../../workspace/folderNames.ts';
import { realPlaceOnDisk, streamOnDisk } from '../../workspace/nodeFiles.ts';
import { Refusal } from '../../workspace/refusal.ts';
import type { Diagnostic, FileDiagnostics, Severity, WorkspaceDiagnostics } from '../../workspace/workspaceDiagnostics.ts';
import type { Entry, EntryKind, Place, RealPlace, WorkspaceFiles } from '../../workspace/workspaceFiles.ts';

export class EditorFiles implements WorkspaceFiles {
  folders(): readonly string[] {
    return folderNames((vscode.workspace.workspaceFolders ?? []).map(({ name }) => name));
  }

  async realPlace(place: Place): Promise<RealPlace> {
    const root = rootOf(place);
    return root.scheme === 'file' ? realPlaceOnDisk(root.fsPath, place) : placeWithoutLinks(place);
  }

  async stat(place: Place): Promise<{ readonly kind: EntryKind; readonly size: number }> {
    const { type, size } = await vscode.workspace.fs.stat(uriOf(place));
    return { kind: kindOf(type), size };
  }

  async read(place: Place): Promise<Uint8Array> {
    return vscode.workspace.fs.readFile(uriOf(place));
  }

  /** `workspace.fs` has only whole files. */
  stream(place: Place): AsyncIterable<Uint8Array> | undefined {
    const uri = uriOf(place);
    return uri.scheme === 'file' ? streamOnDisk(uri.fsPath) : undefined;
  }

  /** Refuses a file with changes that were not saved: the person would have to choose between theirs and the script's. */
  async write(place: Place, bytes: Uint8Array): Promise<void> {
    const uri = uriOf(place);
    const unsaved = vscode.workspace.textDocuments.some((document) => document.isDirty && document.uri.toString() === uri.toString());
    if (unsaved)
      throw new Refusal(`${JSON.stringify(place.path)} has changes that were not saved. Ask the user to save it, then try again.`);
    await vscode.workspace.fs.writeFile(uri, bytes);
  }

  async list(place: Place): Promise<readonly Entry[]> {
    const entries = await vscode.workspace.fs.readDirectory(uriOf(place));
    return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
  }

  /** `files.exclude` and `search.exclude`, but for globs that depend on other files. */
  excludes(folder: number): readonly string[] {
    const uri = vscode.workspace.workspaceFolders?.[folder]?.uri;
    return ['files', 'search'].flatMap((section) => {
      const value: unknown = vscode.workspace.getConfiguration(section, uri).get('exclude');
      return Object.entries(value ?? {}).flatMap(([glob, on]) => (on === true ? [glob] : []));
    });
  }
}

/** Where a link leads is not told of files that are on no disk, so whatever is behind one counts as outside. */
async function placeWithoutLinks(place: Place): Promise<RealPlace> {
  const names = place.path.split('/');
  for (const [index] of names.entries()) {
    try {
      const { type } = await vscode.workspace.fs.stat(uriOf({ ...place, path: names.slice(0, index + 1).join('/') }));
      if (kindOf(type) === 'link') return { kind: 'outside' };
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return { kind: 'missing' };
      throw error;
    }
  }
  return { kind: 'inside', place };
}

function rootOf({ folder }: Place): vscode.Uri {
  const root = vscode.workspace.workspaceFolders?.[folder];
  if (!root) throw new Refusal('The workspace folder was closed meanwhile.');
  return root.uri;
}

function uriOf(place: Place): vscode.Uri {
  return place.path === '' ? rootOf(place) : vscode.Uri.joinPath(rootOf(place), ...place.path.split('/'));
}

function kindOf(type: vscode.FileType): EntryKind {
  if ((type & vscode.FileType.SymbolicLink) !== 0) return 'link';
  if ((type & vscode.FileType.Directory) !== 0) return 'folder';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}

export const editorDiagnostics: WorkspaceDiagnostics = {
  all: () =>
    vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]): FileDiagnostics[] => {
      const place = placeOf(uri);
      return place === undefined || diagnostics.length === 0 ? [] : [{ place, diagnostics: diagnostics.map(diagnosticOf) }];
    }),
};

/** Undefined for a file in no workspace folder, or one that was never saved. */
function placeOf(uri: vscode.Uri): Place | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  if (!folder) return undefined;
  const root = folder.uri.path.replace(/\/$/, '');
  return { folder: folder.index, path: uri.path.slice(root.length + 1) };
}

function diagnosticOf({ range, severity, message, source, code }: vscode.Diagnostic): Diagnostic {
  const id = typeof code === 'object' ? code.value : code;
  return {
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity: severityNames[severity],
    message,
    ...(source !== undefined && { source }),
    ...(id !== undefined && { code: String(id) }),
  };
}

const severityNames: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};
