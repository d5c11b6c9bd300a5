// Chooses a run by its title, its state or where it is from.
import * as vscode from 'vscode';
import type { RunStore } from '../../runs/runStore.ts';
import { runWords } from '../../runs/runWords.ts';
import { runRow } from '../views/runRows.ts';

/** The run that the user chose. */
export async function findRun(runs: Pick<RunStore, 'list'>): Promise<string | undefined> {
  const items = runs.list().then((all) =>
    all.map((run) => {
      const { label, description } = runRow(run, false);
      const date = new Date(run.startedAt).toLocaleDateString();
      return { label, description: `${date} ${description}`, detail: runWords[run.state], id: run.id };
    }),
  );
  const options = { title: 'Open Run', placeHolder: 'Title, state, or where it is from', matchOnDescription: true, matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.id;
}
