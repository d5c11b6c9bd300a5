// Manages the open pages of recorded runs: one tab per run. A page follows a run in progress and is restored with its
// window.
import * as vscode from 'vscode';
import { isObject, isString } from '../../base/guards.ts';
import { isRunId, titleOf, type RunRecord, type RunStore } from '../../journal/index.ts';
import { isRecordAction, type RecordAction } from '../pages/run/runMessages.ts';
import { plainLabel } from '../labelText.ts';
import type { AskRecorded } from './outputTexts.ts';
import { goneHead, recordHead } from './pageTexts.ts';
import { RunPanel, type RunPanelParts } from './runPanel.ts';
import { ShownRun } from './shownRun.ts';

const panelType = 'codeMode.trace';
const longestTitle = 30;

const isKept = isObject({ page: isString });

interface RecordPanelsParts extends Pick<RunPanelParts, 'extensionUri' | 'values' | 'named' | 'log'> {
  readonly runs: Pick<RunStore, 'read' | 'value' | 'follow'>;
  readonly actionsOf: (record: RunRecord) => readonly RecordAction[];
  readonly act: (action: RecordAction, id: string) => void;
}

export class RecordPanels implements vscode.Disposable {
  readonly #parts: RecordPanelsParts;
  readonly #open = new Map<string, RunPanel>();

  constructor(parts: RecordPanelsParts) {
    this.#parts = parts;
  }

  /** `preserveFocus`: true for a run that has just begun and may ask the user, who then needs the keyboard focus. */
  open(id: string, { preserveFocus = false } = {}): void {
    const open = this.#open.get(id);
    const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    if (open) open.reveal({ preserveFocus });
    else this.#add(vscode.window.createWebviewPanel(panelType, vscode.l10n.t('Run'), place), id);
  }

  /** `state`: the state that the page stored, as VS Code returns it. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const id = isKept(state) && isRunId(state.page) ? state.page : undefined;
    if (id === undefined || this.#open.has(id)) panel.dispose();
    else this.#add(panel, id);
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
  }

  #add(webview: vscode.WebviewPanel, id: string): void {
    const { actionsOf, act, ...parts } = this.#parts;
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
    const panel = new RunPanel(
      {
        ...parts,
        file: vscode.Uri.joinPath(folder, `run-${id}`),
        headOf: ({ record, number }) =>
          record ? recordHead(record, number, actionsOf(record)) : goneHead(id),
        act: (action) => {
          if (isRecordAction(action)) act(action, id);
        },
      },
      webview,
      () => this.#open.delete(id),
    );
    this.#open.set(id, panel);
    this.#show(panel, id).catch((error: unknown) => {
      if (!panel.closed.aborted) parts.log(`The page of a run: ${String(error)}`);
    });
  }

  async #show(panel: RunPanel, id: string): Promise<void> {
    const { runs, values } = this.#parts;
    const { closed } = panel;
    const ask: AskRecorded = (value, query) => values.ask(value, query, closed);
    const record = await runs.read(id);
    if (closed.aborted) return;
    const run = new ShownRun(1, { startedAt: record?.startedAt ?? 0 }, () => panel.changed());
    if (record) {
      const title = titleOf(record);
      panel.title = plainLabel(
        title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed()}…` : title,
      );
      await run.take(record, ask);
    }
    panel.add(run);
    closed.throwIfAborted();
    if (record?.state !== 'running') return;
    const taken = (next: RunRecord) => void run.take(next, ask).catch(() => undefined);
    closed.addEventListener('abort', runs.follow(id, taken));
  }
}
