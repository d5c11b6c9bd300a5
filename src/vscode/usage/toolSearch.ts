// Finds out whether VS Code defers tools for a model of this window.
import * as vscode from 'vscode';
import { withTimeout } from '../../base/withTimeout.ts';
import { hasToolSearch, searchingVendor } from './hasToolSearch.ts';

/** VS Code asks the vendor, which may have to start first. */
const patienceMs = 5_000;

export class ToolSearch implements vscode.Disposable {
  readonly #listener = vscode.lm.onDidChangeChatModels(() => this.#forget());
  #known: Promise<boolean> | undefined;
  #isAsking = false;

  /** VS Code does not say which of its models a chat uses, so one that searches tools is enough. True where its models are not known in time. */
  isInWindow(): Promise<boolean> {
    return (this.#known ??= this.#ask());
  }

  dispose(): void {
    this.#listener.dispose();
  }

  async #ask(): Promise<boolean> {
    this.#isAsking = true;
    try {
      const models = await withTimeout(Promise.resolve(vscode.lm.selectChatModels({ vendor: searchingVendor })), patienceMs);
      return models === 'late' || models.some(hasToolSearch);
    } catch {
      return true;
    } finally {
      this.#isAsking = false;
    }
  }

  #forget(): void {
    // To ask for the models may itself fire the event.
    if (!this.#isAsking) this.#known = undefined;
  }
}
