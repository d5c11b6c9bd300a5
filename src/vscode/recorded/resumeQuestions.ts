// Asks which code a resumed run continues with, because its script may have changed since the run.
import * as vscode from 'vscode';
import type { RunRecord, RunStore } from '../../journal/index.ts';
import { plainLabel } from '../labelText.ts';
import { scriptPath } from '../workspace/scriptName.ts';
import { resumeChoices } from './resumeTexts.ts';

/**
 * Asks for the code to resume with if the script file of the run has changed. `code` is absent for the recorded code.
 * Resolves to undefined if the user closes the question.
 */
export async function codeToResume(
  runs: Pick<RunStore, 'list' | 'past'>,
  run: RunRecord,
): Promise<{ readonly code?: string } | undefined> {
  const script = await scriptOf(run);
  if (!script || !(await runs.past.isEdited(run, script.getText()))) return {};
  const name = script.uri.path.slice(script.uri.path.lastIndexOf('/') + 1);
  const choices = resumeChoices(run, await runs.list(), { name, code: script.getText() });
  // The attempt to resume the run reports the reason why it cannot be resumed.
  if (choices.length === 0) return {};
  const options = {
    title: vscode.l10n.t('Resume Run'),
    placeHolder: plainLabel(vscode.l10n.t('{0} has changed since this run', name)),
  };
  return vscode.window.showQuickPick(choices, options);
}

/** Returns the script as its editor has it, saved or not. */
async function scriptOf(run: RunRecord): Promise<vscode.TextDocument | undefined> {
  const file = fileOf(run);
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file?.toString());
  // Opening an untitled draft that no longer exists would create a new one.
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
  // The session of a script that ran from its editor is its address.
  if (door !== 'script' || !URL.canParse(session)) return undefined;
  const script = vscode.Uri.parse(session);
  return scriptPath(script) === name ? script : undefined;
}
