// Shows the savings of Code Mode in this workspace in the status bar. The item is hidden until something was saved.
import * as vscode from 'vscode';
import { hasSpared } from '../../engine/index.ts';
import type { EditorUsage } from '../usage/editorUsage.ts';
import { idleHint, savedSentences, savedText } from './usageRows.ts';

/** Minimum time between two readings of the usage records in milliseconds, because they are many files. */
const settleMs = 200;

export function savedTokensItem(usage: EditorUsage): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('codeMode.savedTokens', vscode.StatusBarAlignment.Right);
  item.name = vscode.l10n.t('Code Mode: Savings');
  item.command = 'codeMode.setUp';
  let timer: NodeJS.Timeout | undefined;
  const update = async () => {
    timer = undefined;
    const totals = await usage.totals();
    if (!hasSpared(totals)) {
      item.hide();
      return;
    }
    const more = vscode.l10n.t('The view Servers & Tools has the table. Click for Set Up.');
    item.text = vscode.l10n.t('$(zap) Code Mode: {0}', savedText(totals));
    item.tooltip = [...savedSentences(totals), idleHint(totals) ?? [], more].flat().join('\n\n');
    item.show();
  };
  const updateSoon = () => void (timer ??= setTimeout(() => void update(), settleMs));
  updateSoon();
  return vscode.Disposable.from(item, usage.onDidChange(updateSoon), {
    dispose: () => clearTimeout(timer),
  });
}
