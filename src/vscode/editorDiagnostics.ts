// What is wrong in the workspace's files, as VS Code shows it in its Problems view.
import * as vscode from 'vscode';
import type { Diagnostic, FileDiagnostics, Severity, WorkspaceDiagnostics } from '../workspace/workspaceDiagnostics.ts';
import type { FileLocation } from '../workspace/workspaceFiles.ts';

export const editorDiagnostics: WorkspaceDiagnostics = {
  all: () =>
    vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]): FileDiagnostics[] => {
      const location = locationOf(uri);
      return location === undefined || diagnostics.length === 0 ? [] : [{ location, diagnostics: diagnostics.map(diagnosticOf) }];
    }),
};

/** Undefined for a file in no workspace folder, or one that was never saved. */
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

const severityNames: Readonly<Record<vscode.DiagnosticSeverity, Severity>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};
