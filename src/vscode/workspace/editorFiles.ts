// Gives access to the workspace as the editor has it: its files through `workspace.fs`, which may be on this disk, on a
// remote machine or virtual, and the problems in them, as the Problems view shows them.
import * as vscode from 'vscode';
import { folderNames } from '../../base/folderNames.ts';
import {
  resolveLinksOnDisk,
  streamOnDisk,
  WorkspaceError,
  type Diagnostic,
  type WorkspaceDiagnostics,
  type EntryKind,
  type FileLocation,
  type ResolvedLocation,
  type WorkspaceFiles,
} from '../../workspace/index.ts';

export class EditorFiles implements WorkspaceFiles {
  folders(): readonly string[] {
    return folderNames((vscode.workspace.workspaceFolders ?? []).map(({ name }) => name));
  }

  async resolveLinks(location: FileLocation): Promise<ResolvedLocation> {
    const root = rootOf(location);
    return root.scheme === 'file'
      ? resolveLinksOnDisk(root.fsPath, location)
      : locationWithoutLinks(location);
  }

  async stat(location: FileLocation) {
    const { type, size } = await vscode.workspace.fs.stat(uriOf(location));
    return { kind: kindOf(type), size };
  }

  async read(location: FileLocation): Promise<Uint8Array> {
    return vscode.workspace.fs.readFile(uriOf(location));
  }

  /** Streams a file on disk. Returns undefined for other files, because `workspace.fs` reads only whole files. */
  stream(location: FileLocation): AsyncIterable<Uint8Array> | undefined {
    const uri = uriOf(location);
    return uri.scheme === 'file' ? streamOnDisk(uri.fsPath) : undefined;
  }

  /** Refuses a file with unsaved changes, because the user would have to choose between these and the script's. */
  async write(location: FileLocation, bytes: Uint8Array): Promise<void> {
    const uri = uriOf(location);
    const unsaved = vscode.workspace.textDocuments.some(
      (document) => document.isDirty && document.uri.toString() === uri.toString(),
    );
    if (unsaved)
      throw new WorkspaceError(
        `${JSON.stringify(location.path)} has unsaved changes. Ask the user to save it, then retry.`,
      );
    await vscode.workspace.fs.writeFile(uri, bytes);
  }

  async list(location: FileLocation) {
    const entries = await vscode.workspace.fs.readDirectory(uriOf(location));
    return entries.map(([name, type]) => ({ name, kind: kindOf(type) }));
  }

  /** Returns `files.exclude` and `search.exclude`, except globs that depend on other files. */
  excludes(folder: number): readonly string[] {
    const uri = vscode.workspace.workspaceFolders?.[folder]?.uri;
    return ['files', 'search'].flatMap((section) => {
      const value: unknown = vscode.workspace.getConfiguration(section, uri).get('exclude');
      return Object.entries(value ?? {}).flatMap(([glob, on]) => (on === true ? [glob] : []));
    });
  }
}

/**
 * VS Code does not tell the target of a link in a file system that is not on disk, so everything behind a link counts
 * as outside the workspace.
 */
async function locationWithoutLinks(location: FileLocation): Promise<ResolvedLocation> {
  const names = location.path.split('/');
  for (const [index] of names.entries()) {
    try {
      const { type } = await vscode.workspace.fs.stat(
        uriOf({ ...location, path: names.slice(0, index + 1).join('/') }),
      );
      if (kindOf(type) === 'link') return { kind: 'outside' };
    } catch (error) {
      if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound')
        return { kind: 'missing' };
      throw error;
    }
  }
  return { kind: 'inside', location };
}

function rootOf({ folder }: FileLocation): vscode.Uri {
  const root = vscode.workspace.workspaceFolders?.[folder];
  if (!root) throw new WorkspaceError('Workspace folder closed.');
  return root.uri;
}

function uriOf(location: FileLocation): vscode.Uri {
  return location.path === ''
    ? rootOf(location)
    : vscode.Uri.joinPath(rootOf(location), ...location.path.split('/'));
}

function kindOf(type: vscode.FileType): EntryKind {
  if ((type & vscode.FileType.SymbolicLink) !== 0) return 'link';
  if ((type & vscode.FileType.Directory) !== 0) return 'folder';
  return (type & vscode.FileType.File) !== 0 ? 'file' : 'other';
}

export const editorDiagnostics: WorkspaceDiagnostics = {
  all: () =>
    vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
      const location = locationOf(uri);
      return location === undefined || diagnostics.length === 0
        ? []
        : [{ location, diagnostics: diagnostics.map(diagnosticOf) }];
    }),
};

/** Returns undefined for a file in no workspace folder, or one that was never saved. */
function locationOf(uri: vscode.Uri): FileLocation | undefined {
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

const severityNames: Readonly<Record<vscode.DiagnosticSeverity, Diagnostic['severity']>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};
