// Implements the commands for a recorded run, which the view of runs, the trace page and the palette offer.
import * as vscode from 'vscode';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { RunOutcome } from '../../engine/index.ts';
import { titleOf, runTree, type RunRecord, type RunStore } from '../../journal/index.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { isTrustedHere, tellNoRun } from '../messages.ts';
import { saveAsScript } from '../scripts/saveAsScript.ts';
import { codeToResume } from './resumeQuestions.ts';
import { runIdOf } from '../runs/runArgument.ts';
import type { RunDocuments } from './runDocuments.ts';
import type { EditorRuns, RunWork } from '../runs/editorRuns.ts';
import { makePrivateFile } from '../../base/files/privateFile.ts';

interface RunCommandsParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  readonly documents: RunDocuments;
  /** Shows the trace of the run. */
  readonly openTrace: (id: string) => void;
}

/** The commands for a recorded run. `given`: a row of the view or a run's id; undefined from the palette. */
export class RunCommands {
  readonly #parts: RunCommandsParts;

  constructor(parts: RunCommandsParts) {
    this.#parts = parts;
  }

  async open(given: unknown, what: 'code' | 'result'): Promise<void> {
    const id = await this.#idOf(given);
    if (id !== undefined) await this.#parts.documents.show(id, what);
  }

  cancel(given: unknown): Promise<void> {
    return this.#parts.runs.cancel(given);
  }

  /** Runs the recorded code with the recorded arguments as a new run. */
  async runAgain(given: unknown): Promise<void> {
    const { editor } = this.#parts;
    const run = await this.#recordOf(given);
    if (run?.door === 'provider') {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('This run used tools that exist only in its chat. Ask the model again.'),
      );
      return;
    }
    const code = run && (await this.#codeOf(run));
    if (!run || code === undefined) return;
    const read = run.args && (await editor.runs.value(run.args));
    if (read?.ok === false) {
      void vscode.window.showErrorMessage(
        vscode.l10n.t('The arguments of this run were not recorded, so it cannot be run again.'),
      );
      return;
    }
    const { session, dryRun, name } = run;
    const origin = { door: 'script', ...(name !== undefined && { name }) } as const;
    await this.#run(run, {
      kind: 'script',
      script: { code, dryRun, session, origin, ...(read && { args: read.value }) },
    });
  }

  /** Resumes an unfinished run without repeating calls that finished. Asks for the code if the script has changed. */
  async resume(given: unknown): Promise<void> {
    const { runs } = this.#parts.editor;
    const run = await this.#recordOf(given);
    if (!run) return;
    const resumed = await codeToResume(runs, run);
    if (!resumed) return;
    const { code } = resumed;
    const origin = { door: 'script', ...(run.name !== undefined && { name: run.name }) } as const;
    const outcome = await this.#run(run, { kind: 'resume', resume: { run: run.id, origin, code } });
    // A resumed run with a record has its own trace page, which shows how it ended.
    if (outcome.runId === undefined) this.#explain(outcome);
  }

  /** Replays the run and tells whether the result is the same. The replay is not recorded. */
  async replay(given: unknown): Promise<void> {
    const { runs } = this.#parts.editor;
    const run = await this.#recordOf(given);
    if (!run) return;
    const outcome = await this.#run(run, { kind: 'replay', run: run.id });
    if (await runs.past.isSameEnd(outcome, run))
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The replay came to the same result. No server was called.'),
      );
    else this.#explain(outcome);
  }

  /** Saves the code of the run as a script, with the arguments as literals. */
  async saveAsScript(given: unknown): Promise<void> {
    const run = await this.#recordOf(given);
    if (run?.door === 'provider') {
      void vscode.window.showErrorMessage(
        vscode.l10n.t(
          'This run used tools that exist only in its chat. Save a run of executeCode or @code instead.',
        ),
      );
      return;
    }
    const code = run && (await this.#codeOf(run));
    if (!run || code === undefined) return;
    const { source } = await this.#parts.editor.engine.namedTools(code, new AbortController().signal);
    const args = await this.#argsOf(run);
    await saveAsScript(this.#parts.editor, { code: source, title: titleOf(run), ...(args && { args }) });
  }

  async export(given: unknown): Promise<void> {
    const id = await this.#idOf(given);
    if (id !== undefined) await exportRun(this.#parts.editor.runs, id);
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
        : vscode.l10n.t('Delete the records of {0} runs?', length.toLocaleString());
    const detail = vscode.l10n.t(
      'A deleted run cannot be shown, replayed or resumed. Running scripts are kept.',
    );
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, clear)) === clear)
      await this.#parts.editor.runs.clear();
  }

  /** Runs the work in this window, with its output in the output channel, and opens the trace of the new run. */
  #run(run: RunRecord, work: RunWork): Promise<RunOutcome> {
    const { approvals, runs, openTrace } = this.#parts;
    return runs.run({
      from: { script: titleOf(run) },
      work,
      approver: approvals.forChat(run.door === 'chat' ? run.session : undefined),
      observer: { onRecorded: openTrace },
    });
  }

  #explain({ errors }: RunOutcome): void {
    const [error] = errors;
    if (error) void vscode.window.showWarningMessage([error.message, error.hint].filter(Boolean).join(' '));
    else
      void vscode.window.showWarningMessage(
        vscode.l10n.t('The replay came to another result, which is in the output.'),
      );
    this.#parts.runs.showOutput();
  }

  async #recordOf(given: unknown): Promise<RunRecord | undefined> {
    if (!isTrustedHere()) return undefined;
    const id = await this.#idOf(given);
    const record = id === undefined ? undefined : await this.#parts.editor.runs.read(id);
    if (id !== undefined && !record)
      void vscode.window.showErrorMessage(vscode.l10n.t('This run is no longer recorded.'));
    return record;
  }

  async #codeOf({ code }: RunRecord): Promise<string | undefined> {
    const read = await this.#parts.editor.runs.value(code);
    const isWhole = read.ok && typeof read.value === 'string' && !('redacted' in code);
    if (!isWhole)
      void vscode.window.showErrorMessage(vscode.l10n.t('The code of this run was not recorded in full.'));
    return isWhole ? read.value : undefined;
  }

  /** Returns the arguments of the run; undefined if they were redacted or not recorded. */
  async #argsOf({ args = { v: {} } }: RunRecord): Promise<JsonObject | undefined> {
    const read = 'redacted' in args ? undefined : await this.#parts.editor.runs.value(args);
    return read?.ok === true && isJsonObject(read.value) ? read.value : undefined;
  }

  /** Returns the given run; from the palette, the newest that no other run called. A message tells if there is none. */
  async #idOf(given: unknown): Promise<string | undefined> {
    if (given !== undefined) return runIdOf(given);
    const newest = runTree(await this.#parts.editor.runs.list()).roots[0]?.id;
    if (newest === undefined) tellNoRun();
    return newest;
  }
}

/** Saves the run as one file. Everyone who gets the file can read everything in it. */
async function exportRun(runs: Pick<RunStore, 'exportRun'>, id: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `run-${id}.json`;
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { JSON: ['json'] },
    title: vscode.l10n.t('Export Run'),
  });
  if (!target) return;
  const text = await runs.exportRun(id);
  if (text === undefined) {
    void vscode.window.showErrorMessage(vscode.l10n.t('This run is no longer recorded.'));
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
