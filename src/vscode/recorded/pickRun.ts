// Lets the user choose a recorded run by its title, state or origin.
import * as vscode from 'vscode';
import { runWords, type RunStore } from '../../journal/index.ts';
import { tellNoRun } from '../messages.ts';
import { runRow } from '../views/runRows.ts';

/** Resolves to the id of the chosen run. If no run is recorded, a message says so. */
export async function pickRun(runs: Pick<RunStore, 'list'>): Promise<string | undefined> {
  const all = await runs.list();
  if (all.length === 0) {
    tellNoRun();
    return undefined;
  }
  const items = all.map((run) => {
    const { label, description } = runRow(run, false);
    const date = new Date(run.startedAt).toLocaleDateString();
    return { label, description: `${date} ${description}`, detail: runWords[run.state], id: run.id };
  });
  const options = {
    title: vscode.l10n.t('Open Run'),
    placeHolder: vscode.l10n.t('Title, state, or where it is from'),
    matchOnDescription: true,
    matchOnDetail: true,
  };
  return (await vscode.window.showQuickPick(items, options))?.id;
}
