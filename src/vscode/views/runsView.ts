// Implements the view "Runs": the runs of this workspace from the editor, the terminal or an MCP client, by day,
// updated live. Rows are made only for open items.
import { grouped } from '../../base/text/counted.ts';
import * as vscode from 'vscode';
import { runTree, type RunSummary, type RunTree } from '../../journal/index.ts';
import { ListedRuns, type ListedRunsParts } from './listedRuns.ts';
import { dayRow, runDays, runRow, type RunDay } from './runRows.ts';
import { treeItemOf } from './treeItemOf.ts';

export type RunsRow =
  | { readonly kind: 'day'; readonly day: RunDay }
  | { readonly kind: 'run'; readonly run: RunSummary }
  /** Stands for further runs of a day or of a caller. */
  | { readonly kind: 'more'; readonly key: string; readonly hidden: number };

/** Number of runs of a day or a caller that are shown at first and added each time. */
const pageSize = 100;
export class RunsView implements vscode.Disposable {
  readonly #parts: ListedRunsParts;
  readonly #listed: ListedRuns;
  /** Number of shown runs, by the key of a day or the id of a caller. */
  readonly #shown = new Map<string, number>();
  #tree: RunTree = runTree([]);

  constructor(parts: ListedRunsParts) {
    this.#parts = parts;
    this.#listed = new ListedRuns(parts);
  }

  async getChildren(row?: RunsRow): Promise<RunsRow[]> {
    if (row?.kind === 'day') return this.#rows(row.day.key, row.day.runs);
    if (row?.kind === 'run') return this.#rows(row.run.id, this.#tree.calledBy(row.run.id));
    if (row) return [];
    this.#tree = runTree(await this.#listed.take());
    const days = runDays(this.#tree.roots, Date.now());
    return days.map((day) => ({ kind: 'day', day }));
  }

  getTreeItem(row: RunsRow): vscode.TreeItem {
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    switch (row.kind) {
      case 'day': {
        const isToday = row.day.label === vscode.l10n.t('Today');
        const item = treeItemOf(dayRow(row.day), isToday ? Expanded : Collapsed);
        // The id does not depend on the number of runs, so that the row stays open.
        item.id = row.day.key;
        return item;
      }
      case 'run': {
        const { id } = row.run;
        const called = this.#tree.calledBy(id).length;
        const text = runRow(row.run, this.#parts.isCancellable(id), called);
        const item = treeItemOf(text, called > 0 ? Collapsed : None);
        item.id = id;
        item.command = { command: 'codeMode.openTrace', title: vscode.l10n.t('Open Trace'), arguments: [id] };
        return item;
      }
      case 'more': {
        const item = new vscode.TreeItem(vscode.l10n.t('{0} more…', grouped(row.hidden)));
        item.command = {
          command: 'codeMode.showMoreRuns',
          title: vscode.l10n.t('Show More'),
          arguments: [row.key],
        };
        return item;
      }
    }
  }

  /** Shows further runs. `key`: the key of a row of the kind `more`. */
  showMore(key: unknown): void {
    if (typeof key !== 'string') return;
    this.#shown.set(key, (this.#shown.get(key) ?? pageSize) + pageSize);
    this.#parts.changed();
  }

  setVisible(isVisible: boolean): void {
    this.#listed.setVisible(isVisible);
  }

  dispose(): void {
    this.#listed.dispose();
  }

  #rows(key: string, runs: readonly RunSummary[]): RunsRow[] {
    const shown = this.#shown.get(key) ?? pageSize;
    const rows = runs.slice(0, shown).map((run): RunsRow => ({ kind: 'run', run }));
    return runs.length > shown ? [...rows, { kind: 'more', key, hidden: runs.length - shown }] : rows;
  }
}
