// Connects the recorded runs of this workspace: their view, their trace pages, which load at first use, and their
// commands.
import * as vscode from 'vscode';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { scriptPath } from '../workspace/scriptName.ts';
import { usableActions, type RecordPanels } from '../runPages/index.ts';
import { RunsView } from '../views/runsView.ts';
import { pickRun } from './pickRun.ts';
import { announcedRun, newestOfScript, runIdOf, scriptsRun } from '../runs/runArgument.ts';
import { RunCommands } from './runCommands.ts';
import { RunDocuments } from './runDocuments.ts';
import type { EditorRuns } from '../runs/editorRuns.ts';

interface RecordedRunsParts {
  readonly extensionUri: vscode.Uri;
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  /** Called when the rows of the view have changed. */
  readonly rowsChanged: () => void;
  readonly log: vscode.LogOutputChannel;
}

export class RecordedRuns implements vscode.Disposable {
  readonly view: RunsView;
  readonly commands: RunCommands;
  readonly #parts: RecordedRunsParts;
  readonly #documents: RunDocuments;
  #panels: Promise<RecordPanels> | undefined;

  constructor(parts: RecordedRunsParts) {
    const { editor, approvals, runs, rowsChanged } = parts;
    this.#parts = parts;
    this.#documents = new RunDocuments(editor.runs, editor.values);
    this.view = new RunsView({
      runs: editor.runs,
      isCancellable: (id) => runs.isOpen(id),
      changed: rowsChanged,
    });
    const openTrace = (id: string) =>
      void this.#loaded().then((panels) => panels.open(id, { preserveFocus: true }));
    this.commands = new RunCommands({ editor, approvals, runs, documents: this.#documents, openTrace });
  }

  /**
   * Opens the trace of a run. `given`: a row of the view, an id, a script (its newest run) or a link that a chat
   * announced; without it the user chooses a run.
   */
  async openTrace(given?: unknown): Promise<void> {
    const id = await this.#idOf(given);
    if (id !== undefined) (await this.#loaded()).open(id);
    else if (given !== undefined)
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

  dispose(): void {
    this.view.dispose();
    this.#documents.dispose();
    void this.#panels?.then((panels) => panels.dispose());
  }

  async #idOf(given: unknown): Promise<string | undefined> {
    const { runs } = this.#parts.editor;
    if (given === undefined) return pickRun(runs);
    if (given instanceof vscode.Uri) return newestOfScript(runs, scriptPath(given));
    return runIdOf(given) ?? (await announcedRun(runs, given));
  }

  #loaded(): Promise<RecordPanels> {
    const { extensionUri, editor, runs, log } = this.#parts;
    const { commands } = this;
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
            Promise.resolve(commands[action](id)).catch((error: unknown) =>
              log.error(`${action}: ${String(error)}`),
            );
          },
        }),
    ));
  }
}
