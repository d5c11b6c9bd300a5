// Shows running scripts in the status bar, with their calls in the hover. The item is created when the first run lasts
// long enough to be seen.
import * as vscode from 'vscode';
import { barText, cancelRun, hoverText, openTrace, showRunOutput } from './liveTexts.ts';
import type { TrackedRun } from './trackedRun.ts';

/** Time between two updates, and before the first one, in milliseconds. */
const everyMs = 200;

export function runsStatusItem(runs: () => readonly TrackedRun[]) {
  let item: vscode.StatusBarItem | undefined;
  let timer: NodeJS.Timeout | undefined;
  const show = () => {
    timer = undefined;
    item ??= createItem();
    item.text = barText(runs());
    const hover = new vscode.MarkdownString(hoverText(runs()), true);
    hover.isTrusted = { enabledCommands: [cancelRun, openTrace, showRunOutput] };
    item.tooltip = hover;
    item.show();
  };
  const hide = () => {
    clearTimeout(timer);
    timer = undefined;
    item?.hide();
  };
  return {
    /** To be called when the list of runs, or the state of one of them, has changed. */
    changed: () => {
      if (runs().length > 0) timer ??= setTimeout(show, everyMs);
      else hide();
    },
    dispose: () => {
      hide();
      item?.dispose();
    },
  };
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('codeMode.runs', vscode.StatusBarAlignment.Left);
  item.name = vscode.l10n.t('Code Mode: Running Scripts');
  item.command = showRunOutput;
  return item;
}
