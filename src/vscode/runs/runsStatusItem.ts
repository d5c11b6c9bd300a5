// Shows running scripts in the status bar, with their calls in the hover. The item is created when the first run lasts
// long enough to be seen.
import * as vscode from 'vscode';
import { barText, cancelRun, hoverText, openTrace, showRunOutput } from './liveTexts.ts';
import type { TrackedRun } from './trackedRun.ts';

/** Time between two updates, and before the first one, in milliseconds. */
const everyMs = 200;

export class RunsStatusItem implements vscode.Disposable {
  readonly #runs: () => readonly TrackedRun[];
  #item: vscode.StatusBarItem | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(runs: () => readonly TrackedRun[]) {
    this.#runs = runs;
  }

  /** To be called when the list of runs, or the state of one of them, has changed. */
  changed(): void {
    if (this.#runs().length > 0) this.#timer ??= setTimeout(() => this.#show(), everyMs);
    else this.#hide();
  }

  dispose(): void {
    this.#hide();
    this.#item?.dispose();
  }

  #show(): void {
    this.#timer = undefined;
    const runs = this.#runs();
    const item = (this.#item ??= createItem());
    item.text = barText(runs);
    const hover = new vscode.MarkdownString(hoverText(runs), true);
    hover.isTrusted = { enabledCommands: [cancelRun, openTrace, showRunOutput] };
    item.tooltip = hover;
    item.show();
  }

  #hide(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#item?.hide();
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('codeMode.runs', vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Code Mode: Running Scripts');
  item.command = showRunOutput;
  return item;
}
