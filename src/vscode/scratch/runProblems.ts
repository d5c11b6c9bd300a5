// Marks the problems of a script's last run at their positions in the code, and offers corrections.
import * as vscode from 'vscode';
import type { ScriptFix } from '../../checker/index.ts';
import type { RunError, RunOutcome } from '../../engine/index.ts';
import { shownText } from '../../base/text/plainText.ts';

const longestMessage = 1_000;
/** Codes of mistakes that TypeScript may find as well, by means of the generated declarations. */
const foundByBoth: ReadonlySet<unknown> = new Set([
  'syntax_error',
  'type_error',
  'missing_await',
  'unknown_global',
  'unknown_server',
  'unknown_tool',
]);

interface Problem {
  readonly diagnostic: vscode.Diagnostic;
  /** The correction for the code at the start of the run. Its range moves with later edits. */
  readonly fix?: { readonly range: vscode.Range; readonly replaces: string; readonly by: string };
}

export class RunProblems implements vscode.Disposable, vscode.CodeActionProvider {
  readonly #shown = vscode.languages.createDiagnosticCollection('codeMode.run');
  readonly #problems = new Map<string, readonly Problem[]>();
  readonly #listening = vscode.Disposable.from(
    this.#shown,
    vscode.workspace.onDidChangeTextDocument((change) => this.#changed(change)),
    vscode.languages.onDidChangeDiagnostics(({ uris }) => uris.forEach((uri) => this.#othersChanged(uri))),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#set(uri, [])),
    vscode.languages.registerCodeActionsProvider({ language: 'typescript' }, this, {
      providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
    }),
  );

  /** Removes the marks when a run of the document begins. The returned function marks the problems of the outcome. */
  begin(document: vscode.TextDocument): (outcome: Pick<RunOutcome, 'errors' | 'warnings'>) => void {
    this.#set(document.uri, []);
    const lines = document.getText().split(/\r?\n/);
    return ({ errors, warnings }) => {
      if (document.isClosed) return;
      const isSame = ({ position }: RunError) =>
        position !== undefined &&
        position.line <= document.lineCount &&
        document.lineAt(position.line - 1).text === lines[position.line - 1];
      const problems = (of: readonly RunError[], severity: vscode.DiagnosticSeverity) =>
        // The user who cancelled the run needs no explanation.
        of
          .filter((error) => error.code !== 'cancelled' && isSame(error))
          .map((error) => problemOf(error, severity, document));
      this.#set(document.uri, [
        ...problems(errors, vscode.DiagnosticSeverity.Error),
        ...problems(warnings, vscode.DiagnosticSeverity.Warning),
      ]);
    };
  }

  provideCodeActions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    return (this.#problems.get(document.uri.toString()) ?? []).flatMap(({ diagnostic, fix }) => {
      // The code may have changed while the script ran.
      if (
        !fix ||
        !diagnostic.range.intersection(range) ||
        document.getText(fix.range).replaceAll('\r\n', '\n') !== fix.replaces
      )
        return [];
      const action = new vscode.CodeAction(titleOf(diagnostic, fix), vscode.CodeActionKind.QuickFix);
      action.edit = new vscode.WorkspaceEdit();
      action.edit.replace(document.uri, fix.range, fix.by);
      action.diagnostics = [diagnostic];
      action.isPreferred = true;
      return [action];
    });
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /** Removes the marks of edited code, and moves the marks below an edit. */
  #changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    let problems = this.#problems.get(document.uri.toString());
    if (!problems || contentChanges.length === 0) return;
    for (const { range, text } of contentChanges) {
      const by = text.split('\n').length - 1 - (range.end.line - range.start.line);
      problems = problems.flatMap((problem) => {
        const { start, end } = problem.fix
          ? problem.diagnostic.range.union(problem.fix.range)
          : problem.diagnostic.range;
        if (range.end.line < start.line) return [moved(problem, by)];
        return range.start.line > end.line ? [problem] : [];
      });
    }
    this.#set(document.uri, problems);
  }

  #set(uri: vscode.Uri, problems: readonly Problem[]): void {
    const key = uri.toString();
    if (problems.length === 0 && !this.#problems.delete(key)) return;
    if (problems.length > 0) this.#problems.set(key, problems);
    this.#shown.set(uri, this.#visible(uri));
  }

  /** Updates the marks when another extension, or this class, has changed the diagnostics of the document. */
  #othersChanged(uri: vscode.Uri): void {
    if (!this.#problems.has(uri.toString())) return;
    const shown = this.#shown.get(uri) ?? [];
    const visible = this.#visible(uri);
    if (shown.length !== visible.length || visible.some((one, index) => one !== shown[index]))
      this.#shown.set(uri, visible);
  }

  /**
   * Returns the problems that TypeScript does not mark as well, so that each mistake has one mark: TypeScript marks it
   * while the user types. The correction is offered in any case.
   */
  #visible(uri: vscode.Uri): readonly vscode.Diagnostic[] {
    const found = vscode.languages
      .getDiagnostics(uri)
      .filter(({ source, severity }) => source === 'ts' && severity === vscode.DiagnosticSeverity.Error);
    const ours = (this.#problems.get(uri.toString()) ?? []).map(({ diagnostic }) => diagnostic);
    return ours.filter(
      ({ code, range }) => !foundByBoth.has(code) || !found.some((other) => other.range.intersection(range)),
    );
  }
}

function problemOf(
  error: RunError,
  severity: vscode.DiagnosticSeverity,
  document: vscode.TextDocument,
): Problem {
  const { code, message, hint, position = { line: 1, column: 1 }, fix } = error;
  const at = document.validatePosition(
    new vscode.Position(position.line - 1, Math.max(0, position.column - 1)),
  );
  const correctable = fix && rangeOf(fix);
  const range = correctable?.isSingleLine === true ? correctable : document.getWordRangeAtPosition(at);
  const text = shownText(hint === undefined ? message : `${message}\n${hint}`, longestMessage);
  const diagnostic = new vscode.Diagnostic(
    range ?? new vscode.Range(at, document.lineAt(at.line).range.end),
    text,
    severity,
  );
  diagnostic.source = 'Code Mode';
  diagnostic.code = code;
  return {
    diagnostic,
    ...(fix && correctable && { fix: { replaces: fix.replaces, by: fix.by, range: correctable } }),
  };
}

function rangeOf({ position, replaces }: ScriptFix): vscode.Range {
  const start = new vscode.Position(position.line - 1, position.column - 1);
  const [first = '', ...others] = replaces.split('\n');
  const last = others.at(-1);
  return new vscode.Range(
    start,
    last === undefined
      ? start.translate(0, first.length)
      : start.with(start.line + others.length, last.length),
  );
}

function titleOf({ code }: vscode.Diagnostic, { by }: { readonly by: string }): string {
  if (code === 'missing_await') return vscode.l10n.t('Add await');
  return code === 'unknown_tool' || code === 'unknown_server'
    ? vscode.l10n.t('Use `{0}`', by)
    : vscode.l10n.t('Change to `{0}`', by);
}

function moved({ diagnostic, fix }: Problem, lines: number): Problem {
  const down = ({ start, end }: vscode.Range) =>
    new vscode.Range(start.translate(lines), end.translate(lines));
  diagnostic.range = down(diagnostic.range);
  return { diagnostic, ...(fix && { fix: { ...fix, range: down(fix.range) } }) };
}
