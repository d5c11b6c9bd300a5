// Asks with which code a run goes on: a script may have been changed since it ran.
import * as vscode from 'vscode';
import type { RunOutcome } from '../../engine/runOutcome.ts';
import type { RunRecord } from '../../runs/runRecord.ts';
import type { RunStore } from '../../runs/runStore.ts';
import { plainLabel } from '../labelText.ts';
import { scriptName } from '../workspace/scriptName.ts';
import { goOnForReal, goOnText, resumeChoices } from './resumeTexts.ts';

type Runs = Pick<RunStore, 'list' | 'read' | 'past'>;

/**
 * Whether the user wants real calls where the replay of run `id` came to one that its record has not. Settles when the message is gone, which may
 * be never: nothing should wait for it.
 */
export async function wantsToGoOn(runs: Runs, id: string, script: vscode.TextDocument, outcome: RunOutcome): Promise<boolean> {
  const run = await runs.read(id);
  if (!run || !(await runs.past.isEdited(run, script.getText()))) return false;
  const text = goOnText(run, await runs.list(), outcome);
  return text !== undefined && (await vscode.window.showWarningMessage(text, goOnForReal)) === goOnForReal;
}

/** Asks where the run is of a script file that is another by now. `code` is absent for the run's own; undefined where the user went away. */
export async function codeToResume(runs: Runs, run: RunRecord): Promise<{ readonly code?: string } | undefined> {
  const script = await scriptOf(run);
  if (!script || !(await runs.past.isEdited(run, script.getText()))) return {};
  const name = script.uri.path.slice(script.uri.path.lastIndexOf('/') + 1);
  const choices = resumeChoices(run, await runs.list(), { name, code: script.getText() });
  // Why it cannot be resumed is said when it is tried.
  if (choices.length === 0) return {};
  const options = { title: 'Resume Run', placeHolder: plainLabel(`${name} has changed since this run`) };
  return vscode.window.showQuickPick(choices, options);
}

/** As it is in the editor, saved or not. */
async function scriptOf(run: RunRecord): Promise<vscode.TextDocument | undefined> {
  const file = fileOf(run);
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file?.toString());
  // To open a draft that is gone makes a new one.
  if (open || !file || file.scheme === 'untitled') return open;
  return vscode.workspace.openTextDocument(file).then(
    (document) => document,
    () => undefined,
  );
}

function fileOf({ door, name, session }: RunRecord): vscode.Uri | undefined {
  if (name === undefined) return undefined;
  if (door === 'terminal') {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    return folder && vscode.Uri.joinPath(folder.uri, name);
  }
  // What runs from its editor has its address for a session.
  if (door !== 'script' || !URL.canParse(session)) return undefined;
  const script = vscode.Uri.parse(session);
  return scriptName(script) === name ? script : undefined;
}
