// Saves a run as one file, to keep it or to send it to somebody, who may read all that is in it.
import * as vscode from 'vscode';
import type { RunStore } from '../../runs/runStore.ts';

export async function exportRun(runs: Pick<RunStore, 'exportRun'>, id: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `run-${id}.json`;
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { JSON: ['json'] },
    title: 'Export Run',
  });
  if (!target) return;
  const text = await runs.exportRun(id);
  if (text === undefined) {
    void vscode.window.showErrorMessage('This run is no longer recorded.');
    return;
  }
  await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  const open = 'Open';
  const message = `Exported ${vscode.workspace.asRelativePath(target)}, with the inputs and answers of its calls.`;
  if ((await vscode.window.showInformationMessage(message, open)) === open) await vscode.window.showTextDocument(target);
}
