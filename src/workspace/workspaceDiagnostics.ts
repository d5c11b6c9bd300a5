// The interface to the diagnostics of an editor's language tools. The terminal has no diagnostics, and so no tool for
// them.
import type { FileLocation } from './workspaceFiles.ts';

export const severities = ['error', 'warning', 'information', 'hint'] as const;
export type Severity = (typeof severities)[number];

/** One problem in a file; lines and columns count from 1. */
export interface Diagnostic {
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly message: string;
  /** Source of the diagnostic: "ts", "eslint". */
  readonly source?: string;
  readonly code?: string;
}

export interface FileDiagnostics {
  /** Location as the editor names the file; links on the way are not followed. */
  readonly location: FileLocation;
  readonly diagnostics: readonly Diagnostic[];
}

export interface WorkspaceDiagnostics {
  /** Returns the diagnostics of the files in workspace folders, in any order. */
  all(): readonly FileDiagnostics[];
}
