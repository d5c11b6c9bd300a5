// Implements the commands for recorded runs, which the view of runs, the trace pages and the palette offer. The trace
// pages load at first use.
import * as vscode from 'vscode';
import { errorMessage } from '../../base/errorMessage.ts';
import { grouped } from '../../base/text/counted.ts';
import { makePrivateFile } from '../../base/files/privateFile.ts';
import { isObject, isOneOf } from '../../base/guards.ts';
import { isJsonObject } from '../../base/json.ts';
import type { RunOutcome } from '../../engine/index.ts';
import { runTree, runWords, titleOf, type RunRecord } from '../../journal/index.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { plainLabel } from '../labelText.ts';
import { isTrustedHere, tellNoRun } from '../messages.ts';
import { usableActions, type RecordPanels } from '../runPages/index.ts';
import type { EditorRuns, RunWork } from '../runs/editorRuns.ts';
import { announcedRun, newestOfScript, runIdOf, scriptsRun } from '../runs/runArgument.ts';
import { saveAsScript } from '../scripts/saveAsScript.ts';
import { runRow } from '../views/runRows.ts';
import { RunsView } from '../views/runsView.ts';
import { scriptPath } from '../workspace/scriptName.ts';
import { codeToResume } from './resumeQuestions.ts';
import { provideRunDocuments, showRunDocument } from './runDocuments.ts';

/** Accepts rows of the view that stand for several runs. */
const isGroup = isObject({ kind: isOneOf(['day', 'more']) });

interface RecordedRunsParts {
  readonly extensionUri: vscode.Uri;
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  /** Called when the rows of the view have changed. */
  readonly rowsChanged: () => void;
  readonly log: vscode.LogOutputChannel;
}

/** The recorded runs of this workspace. `given`: a row of the view or a run's id; undefined from the palette. */
export class RecordedRuns implements vscode.Disposable {
  readonly view: RunsView;
  readonly #parts: RecordedRunsParts;
  readonly #documents: vscode.Disposable;
  #panels: Promise<RecordPanels> | undefined;

  constructor(parts: RecordedRunsParts) {
    const { editor, runs, rowsChanged } = parts;
    this.#parts = parts;
    this.#documents = provideRunDocuments(editor.runs, editor.values);
    this.view = new RunsView({
      runs: editor.runs,
      isCancellable: (id) => runs.isOpen(id),
      changed: rowsChanged,
    });
  }

  /**
   * Opens the trace of a run. `given`: a row of the view, an id, a script (its newest run) or a link that a chat
   * announced. Without a run the user chooses one: the button above the view passes the focused row, if there is one.
   */
  async openTrace(given?: unknown): Promise<void> {
    const { runs } = this.#parts.editor;
    const isChosen = given === undefined || isGroup(given);
    const id = isChosen
      ? await this.#choose()
      : given instanceof vscode.Uri
        ? await newestOfScript(runs, scriptPath(given))
        : (runIdOf(given) ?? (await announcedRun(runs, given)));
    if (id !== undefined) (await this.#loaded()).open(id);
    else if (!isChosen)
      void vscode.window.showInformationMessage(
        vscode.l10n.t('This script has not started yet, or its run is not recorded.'),
      );
  }

  /** Returns the scripts that have a recorded run, by name. */
  scriptsRun(): ReturnType<typeof scriptsRun> {
    return scriptsRun(this.#parts.editor.runs);
  }

  /** Restores a trace page that was open before the window reloaded. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    (await this.#loaded()).restore(panel, state);
  }

  async open(given: unknown, what: 'code' | 'result'): Promise<void> {
    const id = await this.#idOf(given);
    if (id !== undefined) await showRunDocument(id, what);
  }

  cancel(given: unknown): Promise<void> {
    return this.#parts.runs.cancel(given);
  }

  /** Runs the recorded code with the recorded arguments as a new run. */
  async runAgain(given: unknown): Promise<void> {
    const found = await this.#codeOf(
      given,
      vscode.l10n.t('This run used tools that exist only in its chat. Ask the model again.'),
    );
    if (!found) return;
    const { run, code } = found;
    const read = run.args && (await this.#parts.editor.runs.value(run.args));
    if (read?.ok === false) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The arguments of this run were not recorded, so it cannot be run again.'),
      );
      return;
    }
    const { session, dryRun } = run;
    const script = { code, dryRun, session, origin: originOf(run), ...(read && { args: read.value }) };
    await this.#run(run, { kind: 'script', script });
  }

  /** Resumes an unfinished run without repeating calls that finished. Asks for the code if the script has changed. */
  async resume(given: unknown): Promise<void> {
    const run = await this.#recordOf(given);
    const resumed = run && (await codeToResume(this.#parts.editor.runs, run));
    if (!resumed) return;
    const resume = { run: run.id, origin: originOf(run), code: resumed.code };
    const outcome = await this.#run(run, { kind: 'resume', resume });
    // A resumed run with a record has its own trace page, which shows how it ended.
    if (outcome.runId === undefined) this.#explain(outcome);
  }

  /** Replays the run and tells whether the result is the same. The replay is not recorded. */
  async replay(given: unknown): Promise<void> {
    const run = await this.#recordOf(given);
    if (!run) return;
    const outcome = await this.#run(run, { kind: 'replay', run: run.id });
    if (await this.#parts.editor.runs.past.isSameEnd(outcome, run))
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The replay came to the same result. No server was called.'),
      );
    else this.#explain(outcome);
  }

  /** Saves the code of the run as a script, with the arguments as literals if they were recorded as they are. */
  async saveAsScript(given: unknown): Promise<void> {
    const { editor } = this.#parts;
    const found = await this.#codeOf(
      given,
      vscode.l10n.t(
        'This run used tools that exist only in its chat. Save a run of executeCode or @code instead.',
      ),
    );
    if (!found) return;
    const { run, code } = found;
    const { source } = await editor.engine.namedTools(code, new AbortController().signal);
    const { args = { v: {} } } = run;
    const read = 'redacted' in args ? undefined : await editor.runs.value(args);
    const isKnown = read?.ok === true && isJsonObject(read.value);
    await saveAsScript(editor, { code: source, title: titleOf(run), ...(isKnown && { args: read.value }) });
  }

  /** Saves the run as one file. Everyone who gets the file can read everything in it. */
  async export(given: unknown): Promise<void> {
    const id = await this.#idOf(given);
    if (id === undefined) return;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const target = await vscode.window.showSaveDialog({
      ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `run-${id}.json`) }),
      filters: { JSON: ['json'] },
      title: vscode.l10n.t('Export Run'),
    });
    if (!target) return;
    const text = await this.#parts.editor.runs.exportRun(id);
    if (text === undefined) {
      tellGone();
      return;
    }
    if (target.scheme === 'file') makePrivateFile(target.fsPath);
    await vscode.workspace.fs.writeFile(target, Buffer.from(text));
    const open = vscode.l10n.t('Open');
    const message = vscode.l10n.t(
      'Exported {0}, with the inputs and answers of its calls.',
      vscode.workspace.asRelativePath(target),
    );
    if ((await vscode.window.showInformationMessage(message, open)) === open)
      await vscode.window.showTextDocument(target);
  }

  /** `all`: the selected rows, if there are several. */
  async delete(given: unknown, all: unknown): Promise<void> {
    const several = Array.isArray(all) ? all.flatMap((row) => runIdOf(row) ?? []) : [];
    const one = runIdOf(given);
    const ids = several.length > 0 ? several : one === undefined ? [] : [one];
    if (ids.length > 0) await this.#parts.editor.runs.delete(ids);
  }

  async clear(): Promise<void> {
    const { length } = await this.#parts.editor.runs.list();
    if (length === 0) {
      tellNoRun();
      return;
    }
    const clear = vscode.l10n.t('Delete');
    const message =
      length === 1
        ? vscode.l10n.t('Delete the record of 1 run?')
        : vscode.l10n.t('Delete the records of {0} runs?', grouped(length));
    const detail = vscode.l10n.t(
      'A deleted run cannot be shown, replayed or resumed. Running scripts are kept.',
    );
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, clear)) === clear)
      await this.#parts.editor.runs.clear();
  }

  dispose(): void {
    this.view.dispose();
    this.#documents.dispose();
    void this.#panels?.then((panels) => panels.dispose());
  }

  /** Runs the work in this window, with its output in the output channel, and opens the trace of the new run. */
  #run(run: RunRecord, work: RunWork): Promise<RunOutcome> {
    const { approvals, runs } = this.#parts;
    const openTrace = (id: string) =>
      void this.#loaded().then((panels) => panels.open(id, { preserveFocus: true }));
    return runs.run({
      from: { script: titleOf(run) },
      work,
      approver: approvals.forChat(run.door === 'chat' ? run.session : undefined),
      observer: { onRecorded: openTrace },
    });
  }

  #explain({ errors: [error] }: RunOutcome): void {
    const text = error
      ? [error.message, error.hint].filter(Boolean).join(' ')
      : vscode.l10n.t('The replay came to another result, which is in the output.');
    void vscode.window.showWarningMessage(plainLabel(text));
    this.#parts.runs.showOutput();
  }

  async #recordOf(given: unknown): Promise<RunRecord | undefined> {
    if (!isTrustedHere()) return undefined;
    const id = await this.#idOf(given);
    const record = id === undefined ? undefined : await this.#parts.editor.runs.read(id);
    if (id !== undefined && !record) tellGone();
    return record;
  }

  /** Reads the run and its code; a message tells if there is none. `ofChat`: message for a run of our own models. */
  async #codeOf(
    given: unknown,
    ofChat: string,
  ): Promise<{ readonly run: RunRecord; readonly code: string } | undefined> {
    const run = await this.#recordOf(given);
    if (!run) return undefined;
    if (run.door === 'provider') {
      void vscode.window.showErrorMessage(ofChat);
      return undefined;
    }
    const read = await this.#parts.editor.runs.value(run.code);
    if (read.ok && typeof read.value === 'string' && !('redacted' in run.code))
      return { run, code: read.value };
    void vscode.window.showErrorMessage(vscode.l10n.t('The code of this run was not recorded in full.'));
    return undefined;
  }

  /** Returns the given run; from the palette, the newest that no other run called. A message tells if there is none. */
  async #idOf(given: unknown): Promise<string | undefined> {
    if (given !== undefined) return runIdOf(given);
    const newest = runTree(await this.#parts.editor.runs.list()).roots[0]?.id;
    if (newest === undefined) tellNoRun();
    return newest;
  }

  /** Lets the user choose a run by its title, state or origin. If no run is recorded, a message says so. */
  async #choose(): Promise<string | undefined> {
    const all = await this.#parts.editor.runs.list();
    if (all.length === 0) {
      tellNoRun();
      return undefined;
    }
    const items = all.map((run) => {
      const { label, description } = runRow(run, false);
      const date = new Date(run.startedAt).toLocaleDateString();
      const when = plainLabel(`${date} ${description}`);
      return { label, description: when, detail: runWords[run.state], id: run.id };
    });
    const options = {
      title: vscode.l10n.t('Open Run'),
      placeHolder: vscode.l10n.t('Title, state, or where it is from'),
      matchOnDescription: true,
      matchOnDetail: true,
    };
    return (await vscode.window.showQuickPick(items, options))?.id;
  }

  #loaded(): Promise<RecordPanels> {
    const { extensionUri, editor, runs, log } = this.#parts;
    return (this.#panels ??= import('../runPages/recordPanels.ts').then(
      ({ RecordPanels }) =>
        new RecordPanels({
          extensionUri,
          runs: editor.runs,
          values: editor.values,
          named: (code, signal) => editor.engine.namedTools(code, signal),
          actionsOf: (record) => usableActions(record, runs.isOpen(record.id)),
          log: (line) => log.error(line),
          act: (action, id) => {
            this[action](id).catch((error: unknown) => {
              log.error(`${action}: ${String(error)}`);
              // VS Code itself shows the error of a command.
              void vscode.window.showErrorMessage(plainLabel(errorMessage(error)));
            });
          },
        }),
    ));
  }
}

/** Returns the origin of a run that repeats or continues the given one. */
function originOf({ name }: RunRecord): { readonly door: 'script'; readonly name?: string } {
  return { door: 'script', ...(name !== undefined && { name }) };
}

function tellGone(): void {
  void vscode.window.showErrorMessage(vscode.l10n.t('This run is no longer recorded.'));
}
