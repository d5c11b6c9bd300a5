// Makes a saved script from the code of a run. The user chooses which literals become arguments and the name, and sees
// the change beside the code before anything is written.
import * as vscode from 'vscode';
import type { JsonObject } from '../../base/json.ts';
import type { ScriptLiteral } from '../../checker/index.ts';
import {
  callProblem,
  nameProblem,
  parametrised,
  scriptFileName,
  scriptApproval,
  createScriptFile,
  defaultScriptFolder,
  SCRIPTS_SERVER,
} from '../../engine/savedScripts/index.ts';
import { shownValue } from '../../base/text/shownValue.ts';
import { CodeBelow, ScriptDocuments } from '../consent/scriptDocuments.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { plainLabel } from '../labelText.ts';
import { offerNext } from '../messages.ts';
import { chosenFolder, exists, scratchFolderOf, writeProjectFiles } from '../workspace/scratchFolder.ts';

/** Maximum length of a literal in a row, in characters. */
const longestValue = 80;

interface RunToSave {
  /** The code without a Markdown fence. */
  readonly code: string;
  readonly title: string;
  /** The arguments of the run; absent if they are unknown. */
  readonly args?: JsonObject;
}

export async function saveAsScript(
  { scripts, servers }: Pick<EditorEngine, 'scripts' | 'servers'>,
  run: RunToSave,
): Promise<void> {
  const { code, title } = run;
  const workspace = await chosenFolder();
  if (!workspace) return;
  const folder = vscode.Uri.joinPath(workspace.uri, ...defaultScriptFolder.split(/[\\/]/));
  const draft = await scripts.draft(code);
  const literals = await chosenLiterals(draft.literals);
  if (!literals) return;
  const text = parametrised({ ...run, draft, literals });
  const problem = callProblem(await scripts.signature(text), (await scripts.draft(text)).reads);
  if (problem !== undefined) {
    const advice = vscode.l10n.t(
      'Open its code, and write a script of it to {0} yourself.',
      defaultScriptFolder,
    );
    void vscode.window.showErrorMessage(
      vscode.l10n.t('This run was not saved: the script could not be called, since {0} {1}', problem, advice),
    );
    return;
  }
  const name = await chosenName(folder, scriptFileName(title));
  if (name === undefined) return;
  if (!(await confirmed(code, text, name))) return;
  const file = vscode.Uri.joinPath(folder, `${name}.ts`);
  await writeProjectFiles(scratchFolderOf(workspace));
  await vscode.workspace.fs.createDirectory(folder);
  if (!(await createScriptFile(file.fsPath, text))) {
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        '{0}.ts exists by now, and was left as it is. Save the run again under another name.',
        name,
      ),
    );
    return;
  }
  await servers.trust.approveOwn(
    scriptApproval({ name, path: file.fsPath, code: text }, workspace.uri.fsPath),
  );
  await vscode.window.showTextDocument(file);
  void offerNext(
    vscode.l10n.t('Scripts and chat can call it now: tools.{0}["{1}"].', SCRIPTS_SERVER, name),
    vscode.l10n.t('Run It'),
    'codeMode.runSavedScript',
    name,
  );
}

/** Asks which literals become arguments, all selected at first. Resolves to undefined if the user closes the list. */
async function chosenLiterals(all: readonly ScriptLiteral[]): Promise<readonly ScriptLiteral[] | undefined> {
  if (all.length === 0) return [];
  const items = all.map((literal) => ({
    label: plainLabel(literal.name),
    description: plainLabel(shownValue(literal.value, longestValue, false)),
    literal,
    picked: true,
  }));
  const title = vscode.l10n.t('Save as Script: Arguments');
  const chosen = await vscode.window.showQuickPick(items, {
    canPickMany: true,
    title,
    placeHolder: vscode.l10n.t('Values that become arguments'),
  });
  return chosen?.map(({ literal }) => literal);
}

async function chosenName(folder: vscode.Uri, value: string): Promise<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Save as Script: Name'),
    value,
    prompt: vscode.l10n.t('The file in {0}, and the tool in tools.{1}', defaultScriptFolder, SCRIPTS_SERVER),
    validateInput: async (name) => {
      const isTaken =
        nameProblem(name) === undefined && (await exists(vscode.Uri.joinPath(folder, `${name}.ts`)));
      return nameProblem(name) ?? (isTaken ? vscode.l10n.t('There is a script of that name.') : undefined);
    },
  });
}

/** Shows the change and asks whether to save it. Both documents of the comparison are read-only. */
async function confirmed(before: string, after: string, name: string): Promise<boolean> {
  const documents = new ScriptDocuments('code-mode-new-script');
  try {
    using change = new CodeBelow();
    await change.showChange(
      documents.add(before),
      documents.add(after),
      vscode.l10n.t('The run ↔ {0}.ts', name),
    );
    const save = { label: vscode.l10n.t('Save {0}.ts', name) };
    const answer = await vscode.window.showQuickPick(
      [save, { label: vscode.l10n.t("Don't Save"), description: 'Esc' }],
      {
        title: vscode.l10n.t('Save as Script'),
        placeHolder: vscode.l10n.t('Save this script?'),
        ignoreFocusOut: true,
      },
    );
    return answer?.label === save.label;
  } finally {
    documents.dispose();
  }
}
