// The runs of this window, loaded with the first of them: an editor that runs no script pays nothing for how they are shown.
import type * as vscode from 'vscode';
import type { OpenRuns } from './openRuns.ts';

export class LazyRuns implements vscode.Disposable {
  readonly #output: vscode.OutputChannel;
  #opened: Promise<OpenRuns> | undefined;

  constructor(output: vscode.OutputChannel) {
    this.#output = output;
  }

  get(): Promise<OpenRuns> {
    this.#opened ??= import('./openRuns.ts').then(({ OpenRuns }) => new OpenRuns(this.#output));
    return this.#opened;
  }

  /** Cancels the run of that number, or the one that the user chooses. */
  async cancel(id: unknown): Promise<void> {
    await (await this.get()).cancel(id);
  }

  showOutput(): void {
    this.#output.show(true);
  }

  dispose(): void {
    void this.#opened?.then((runs) => runs.dispose());
  }
}
