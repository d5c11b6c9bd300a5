// The status bar while scripts run: what they do, with their calls in the hover. It is made when the first run lasts long enough to be seen.
import * as vscode from 'vscode';
import { barText, cancelRun, hoverText, openTrace, showRunOutput } from './liveTexts.ts';
import type { RunState } from './runState.ts';

/** Milliseconds between two changes of what is shown, and before the first. */
const everyMs = 200;

export class RunsStatusItem implements vscode.Disposable {
  readonly #runs: () => readonly RunState[];
  #item: vscode.StatusBarItem | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(runs: () => readonly RunState[]) {
    this.#runs = runs;
  }

  /** What `runs` gives, or the state of one of them, is another now. */
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
  item.name = 'Code Mode: Running Scripts';
  item.command = showRunOutput;
  return item;
}
