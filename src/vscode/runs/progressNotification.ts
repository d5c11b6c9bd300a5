// The notification of a run that takes long: what it does, how far it is, and a button that cancels it.
import * as vscode from 'vscode';
import { shownLine } from '../../text/plainText.ts';
import { plainLabel } from '../labelText.ts';
import type { ShownNotification } from './runNotification.ts';
import type { RunState } from './runState.ts';
import { doingText } from './runTexts.ts';

export class ProgressNotification implements ShownNotification {
  readonly #run: RunState;
  readonly #closed = Promise.withResolvers<undefined>();
  #progress: vscode.Progress<{ message?: string; increment?: number }> | undefined;
  #message = '';
  /** Of the bar, from 0 to 100: it only moves on, and only by what the script itself says of the whole. */
  #percent = 0;

  /** `title`: what runs: `Running report.ts`. */
  constructor(run: RunState, title: string, onCancel: () => void) {
    this.#run = run;
    const options = { location: vscode.ProgressLocation.Notification, title: plainLabel(title), cancellable: true };
    void vscode.window.withProgress(options, async (progress, token) => {
      this.#progress = progress;
      const listening = token.onCancellationRequested(onCancel);
      this.update();
      await this.#closed.promise;
      listening.dispose();
    });
  }

  update(): void {
    if (!this.#progress) return;
    const message = plainLabel(shownLine(doingText(this.#run)));
    const percent = Math.max(this.#percent, Math.round((this.#run.said?.fraction ?? 0) * 100));
    if (message === this.#message && percent === this.#percent) return;
    const increment = percent - this.#percent;
    this.#progress.report({ message, ...(increment > 0 && { increment }) });
    this.#message = message;
    this.#percent = percent;
  }

  close(): void {
    this.#closed.resolve(undefined);
  }
}
