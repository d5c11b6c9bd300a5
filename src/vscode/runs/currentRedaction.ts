// Caches the redaction rules for records, so that they are read when a setting changes and not for each value.
import * as vscode from 'vscode';
import type { RedactionRules } from '../../journal/index.ts';
import { redactionRules } from './recordSettings.ts';

export class CurrentRedaction implements vscode.Disposable {
  readonly #warn: (line: string) => void;
  readonly #listening: vscode.Disposable;
  #rules: RedactionRules | undefined;

  constructor(warn: (line: string) => void) {
    this.#warn = warn;
    this.#listening = vscode.Disposable.from(
      vscode.workspace.onDidChangeWorkspaceFolders(() => (this.#rules = undefined)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('codeMode.runs.redact')) this.#rules = undefined;
      }),
    );
  }

  get current(): RedactionRules {
    if (this.#rules) return this.#rules;
    this.#rules = redactionRules();
    for (const problem of this.#rules.problems)
      this.#warn(vscode.l10n.t('{0} Until it is corrected, values are not recorded.', problem));
    return this.#rules;
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
