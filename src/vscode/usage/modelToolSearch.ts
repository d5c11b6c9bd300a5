// Finds out if VS Code defers tools for a model of this window.
import * as vscode from 'vscode';
import { withTimeout } from '../../base/withTimeout.ts';
import { hasToolSearch, searchingVendor } from './hasToolSearch.ts';

/** Maximum time to wait for the models, in milliseconds. VS Code asks the vendor, which may have to start first. */
const patienceMs = 5_000;

export class ModelToolSearch implements vscode.Disposable {
  readonly #listener = vscode.lm.onDidChangeChatModels(() => this.#forget());
  #known: Promise<boolean> | undefined;
  #isAsking = false;

  /**
   * Resolves to true if a model of the window searches tools. VS Code does not tell which model a chat uses, so one
   * such model is enough. Also true if the models are not known in time.
   */
  isInWindow(): Promise<boolean> {
    return (this.#known ??= this.#ask());
  }

  dispose(): void {
    this.#listener.dispose();
  }

  async #ask(): Promise<boolean> {
    this.#isAsking = true;
    try {
      const models = await withTimeout(
        Promise.resolve(vscode.lm.selectChatModels({ vendor: searchingVendor })),
        patienceMs,
      );
      return models === 'late' || models.some(hasToolSearch);
    } catch {
      return true;
    } finally {
      this.#isAsking = false;
    }
  }

  #forget(): void {
    // Asking for the models may itself fire the event.
    if (!this.#isAsking) this.#known = undefined;
  }
}
