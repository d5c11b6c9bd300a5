// The tool that reports errors and warnings that the editor's language tools found in the workspace's files.
import type { JsonObject } from '../catalog/json.ts';
import { inputTexts } from './inputText.ts';
import { isAtOrBelow } from './glob.ts';
import type { PathGuard } from './pathGuard.ts';
import { pathText } from './parsePath.ts';
import { WorkspaceError, type WorkspaceFiles } from './workspaceFiles.ts';
import { severities, type Diagnostic, type FileDiagnostics, type WorkspaceDiagnostics } from './workspaceDiagnostics.ts';

const LONGEST_MESSAGE = 1_000;

export class DiagnosticTools {
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;
  readonly #found: WorkspaceDiagnostics;

  constructor(files: WorkspaceFiles, guard: PathGuard, found: WorkspaceDiagnostics) {
    this.#files = files;
    this.#guard = guard;
    this.#found = found;
  }

  async diagnostics(input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { paths, severity = 'warning', limit = 200 } = input;
    const globs = inputTexts(paths);
    const worst = severities.findIndex((name) => name === severity);
    const found: { readonly path: string; readonly diagnostic: Diagnostic }[] = [];
    for (const { location, diagnostics } of this.#found.all()) {
      signal.throwIfAborted();
      const wanted = diagnostics.filter((diagnostic) => severities.indexOf(diagnostic.severity) <= worst);
      const path = pathText(location, this.#files.folders());
      if (wanted.length === 0 || (globs.length > 0 && !isAtOrBelow(globs, path)) || !(await this.#mayBeRead(location))) continue;
      found.push(...wanted.map((diagnostic) => ({ path, diagnostic })));
    }
    found.sort((a, b) => compare(a.path, b.path) || inOrder(a.diagnostic, b.diagnostic));
    const shown = found.slice(0, Number(limit));
    return {
      diagnostics: shown.map(({ path, diagnostic }) => ({ path, ...diagnostic, message: diagnostic.message.slice(0, LONGEST_MESSAGE) })),
      total: found.length,
      truncated: shown.length < found.length,
    };
  }

  /** Diagnostics reveal the content of a file. */
  async #mayBeRead(location: FileDiagnostics['location']): Promise<boolean> {
    try {
      await this.#guard.find(pathText(location, this.#files.folders()), 'read');
      return true;
    } catch (error) {
      if (error instanceof WorkspaceError) return false;
      throw error;
    }
  }
}

function inOrder(a: Diagnostic, b: Diagnostic): number {
  return a.line - b.line || a.column - b.column || severities.indexOf(a.severity) - severities.indexOf(b.severity);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
