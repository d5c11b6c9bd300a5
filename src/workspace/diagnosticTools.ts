// The tool that reports the errors and warnings which the editor's language tools found in files of the workspace. The
// terminal has no such diagnostics, and so no tool for them.
import type { JsonObject } from '../base/json.ts';
import { succeeds } from '../base/withTimeout.ts';
import { compareCodeUnits } from '../catalog/index.ts';
import { inputTexts } from './inputText.ts';
import { isAtOrBelow, parseGlob } from './glob.ts';
import type { PathGuard } from './pathGuard.ts';
import { pathText } from './parsePath.ts';
import type { FileLocation, WorkspaceFiles } from './workspaceFiles.ts';

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

const LONGEST_MESSAGE = 1_000;

export async function readDiagnostics(
  all: WorkspaceDiagnostics,
  files: WorkspaceFiles,
  guard: PathGuard,
  { paths, severity = 'warning', limit = 200 }: JsonObject,
  signal: AbortSignal,
): Promise<JsonObject> {
  const globs = inputTexts(paths).map(parseGlob);
  const worst = severities.findIndex((name) => name === severity);
  const found: { readonly path: string; readonly diagnostic: Diagnostic }[] = [];
  for (const { location, diagnostics } of all.all()) {
    signal.throwIfAborted();
    const wanted = diagnostics.filter((diagnostic) => severities.indexOf(diagnostic.severity) <= worst);
    const path = pathText(location, files.folders());
    const isChosen = wanted.length > 0 && (globs.length === 0 || isAtOrBelow(globs, path));
    // Diagnostics reveal the content of a file.
    if (isChosen && (await succeeds(guard.find(path, 'read'))))
      found.push(...wanted.map((diagnostic) => ({ path, diagnostic })));
  }
  found.sort((a, b) => compareCodeUnits(a.path, b.path) || inOrder(a.diagnostic, b.diagnostic));
  const shown = found.slice(0, Number(limit));
  return {
    diagnostics: shown.map(({ path, diagnostic }) => ({
      path,
      ...diagnostic,
      message: diagnostic.message.slice(0, LONGEST_MESSAGE),
    })),
    total: found.length,
    truncated: shown.length < found.length,
  };
}

function inOrder(a: Diagnostic, b: Diagnostic): number {
  return (
    a.line - b.line || a.column - b.column || severities.indexOf(a.severity) - severities.indexOf(b.severity)
  );
}
