// The view "Runs": what ran in this workspace, from the editor, the terminal or an MCP client, by day; live. Rows are made for what is open.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { RunSummary } from '../../runs/runRecord.ts';
import type { RunStore } from '../../runs/runStore.ts';
import { runTree, type RunTree } from '../../runs/runTree.ts';
import { dayRow, isShownAlike, runDays, runRow, type RunDay } from './runRows.ts';
import { treeItemOf } from './treeItemOf.ts';

export const runsViewId = 'codeMode.runs';

interface DayRow {
  readonly kind: 'day';
  readonly day: RunDay;
}
export interface RunRow {
  readonly kind: 'run';
  readonly run: RunSummary;
}
/** Further runs of a day, or that a run called. */
interface MoreRow {
  readonly kind: 'more';
  readonly key: string;
  readonly hidden: number;
}
export type RunsRow = DayRow | RunRow | MoreRow;

/** Runs of a day, or of a caller, that are shown at first, and further ones each time. */
const pageSize = 100;
/** Milliseconds between two looks at the list: a run that is on changes all the time. */
const restMs = 1_000;

interface Listed {
  readonly runs: readonly RunSummary[];
  /** Ids of those that are on, and of this window. */
  readonly cancellable: readonly string[];
}

interface RunsViewParts {
  readonly runs: Pick<RunStore, 'list' | 'onDidChange'>;
  /** Whether the run is of this window, and can be cancelled. */
  readonly isCancellable: (id: string) => boolean;
  readonly changed: () => void;
}

export class RunsView implements vscode.Disposable {
  readonly #parts: RunsViewParts;
  readonly #stop: () => void;
  /** By the key of a day, or the id of a caller. */
  readonly #shown = new Map<string, number>();
  /** What the rows were last made of; none since they are due to be made again. */
  #drawn: Listed | undefined;
  #tree: RunTree = runTree([]);
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(parts: RunsViewParts) {
    this.#parts = parts;
    this.#stop = parts.runs.onDidChange(() => this.#due());
  }

  async getChildren(row?: RunsRow): Promise<RunsRow[]> {
    if (row?.kind === 'day') return this.#rows(row.day.key, row.day.runs);
    if (row?.kind === 'run') return this.#rows(row.run.id, this.#tree.calledBy(row.run.id));
    if (row) return [];
    this.#drawn = await this.#list();
    this.#tree = runTree(this.#drawn.runs);
    const days = runDays(this.#tree.roots, Date.now());
    return days.map((day) => ({ kind: 'day', day }));
  }

  getTreeItem(row: RunsRow): vscode.TreeItem {
    switch (row.kind) {
      case 'day': {
        const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
        const item = treeItemOf(dayRow(row.day), row.day.label === 'Today' ? Expanded : Collapsed);
        // The same row whatever its number is, so that it stays open.
        item.id = row.day.key;
        return item;
      }
      case 'run': {
        const { id } = row.run;
        const { None, Collapsed } = vscode.TreeItemCollapsibleState;
        const called = this.#tree.calledBy(id).length;
        const item = treeItemOf(runRow(row.run, this.#parts.isCancellable(id), called), called > 0 ? Collapsed : None);
        item.id = id;
        item.command = { command: 'codeMode.openTrace', title: 'Open Trace', arguments: [id] };
        return item;
      }
      case 'more': {
        const item = new vscode.TreeItem(`${row.hidden.toLocaleString('en-US')} more…`);
        item.command = { command: 'codeMode.showMoreRuns', title: 'Show More', arguments: [row.key] };
        return item;
      }
    }
  }

  /** Of a `MoreRow`. */
  showMore(key: unknown): void {
    if (typeof key !== 'string') return;
    this.#shown.set(key, (this.#shown.get(key) ?? pageSize) + pageSize);
    this.#parts.changed();
  }

  dispose(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #rows(key: string, runs: readonly RunSummary[]): RunsRow[] {
    const shown = this.#shown.get(key) ?? pageSize;
    const rows = runs.slice(0, shown).map((run): RunsRow => ({ kind: 'run', run }));
    return runs.length > shown ? [...rows, { kind: 'more', key, hidden: runs.length - shown }] : rows;
  }

  async #list(): Promise<Listed> {
    const runs = await this.#parts.runs.list();
    const cancellable = runs.filter(({ id, state }) => state === 'running' && this.#parts.isCancellable(id)).map(({ id }) => id);
    return { runs, cancellable };
  }

  /** Draws the rows again where they changed: a row that is drawn again takes no click in that moment. */
  async #look(): Promise<void> {
    const drawn = this.#drawn;
    if (drawn) {
      const listed = await this.#list();
      if (isDeepStrictEqual(drawn.cancellable, listed.cancellable) && isShownAlike(drawn.runs, listed.runs)) return;
    }
    this.#drawn = undefined;
    this.#parts.changed();
  }

  /** At once, then not again for a while. */
  #due(): void {
    this.#isDue = true;
    if (this.#timer) return;
    this.#isDue = false;
    void this.#look();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) this.#due();
    }, restMs);
  }
}
