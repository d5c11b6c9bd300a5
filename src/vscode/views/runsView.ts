// The view "Runs": what ran in this workspace, from the editor, the terminal or an MCP client, by day; live. Rows are made for what is open.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { RunSummary } from '../../runs/runRecord.ts';
import type { RunStore } from '../../runs/runStore.ts';
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
/** Further runs of a day. */
interface MoreRow {
  readonly kind: 'more';
  readonly day: RunDay;
}
export type RunsRow = DayRow | RunRow | MoreRow;

/** Runs of a day that are shown at first, and further ones each time. */
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
  /** By the key of a day. */
  readonly #shown = new Map<string, number>();
  /** What the rows were last made of; none since they are due to be made again. */
  #drawn: Listed | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  constructor(parts: RunsViewParts) {
    this.#parts = parts;
    this.#stop = parts.runs.onDidChange(() => this.#due());
  }

  async getChildren(row?: RunsRow): Promise<RunsRow[]> {
    if (row?.kind === 'day') return this.#runsOf(row.day);
    if (row) return [];
    this.#drawn = await this.#list();
    const days = runDays(this.#drawn.runs, Date.now());
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
        const item = treeItemOf(runRow(row.run, this.#parts.isCancellable(id)));
        item.id = id;
        item.command = { command: 'codeMode.openTrace', title: 'Open Trace', arguments: [id] };
        return item;
      }
      case 'more': {
        const more = row.day.runs.length - this.#shownOf(row.day);
        const item = new vscode.TreeItem(`${more.toLocaleString('en-US')} more…`);
        item.command = { command: 'codeMode.showMoreRuns', title: 'Show More', arguments: [row.day.key] };
        return item;
      }
    }
  }

  showMore(day: unknown): void {
    if (typeof day !== 'string') return;
    this.#shown.set(day, (this.#shown.get(day) ?? pageSize) + pageSize);
    this.#parts.changed();
  }

  dispose(): void {
    this.#stop();
    clearTimeout(this.#timer);
  }

  #runsOf(day: RunDay): RunsRow[] {
    const shown = this.#shownOf(day);
    const rows = day.runs.slice(0, shown).map((run): RunsRow => ({ kind: 'run', run }));
    return day.runs.length > shown ? [...rows, { kind: 'more', day }] : rows;
  }

  #shownOf({ key }: RunDay): number {
    return this.#shown.get(key) ?? pageSize;
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
