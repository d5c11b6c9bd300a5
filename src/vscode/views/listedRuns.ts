// Keeps the list of runs that the rows of the view show. It is read again when runs change, but no more often than a
// user can read the rows, and while a run of another process is in progress, because the death of that process raises
// no event.
import { isDeepStrictEqual } from 'node:util';
import type { WatchedRuns, RunSummary, RunStore } from '../../journal/index.ts';
import { Throttle } from '../../base/throttle.ts';
import { isShownAlike } from './runRows.ts';

/** Minimum time between two readings of the list in milliseconds, because a run in progress changes all the time. */
const restMs = 1_000;
/** Time in milliseconds until the list is read again while a run of another process raises no event. */
const lookMs = 2_000;

export interface ListedRunsParts {
  readonly runs: Pick<RunStore, 'list' | 'onDidChange'>;
  /** True if the run is in progress in this window and can be cancelled. */
  readonly isCancellable: (id: string) => boolean;
  /** Called when the rows must be made again. */
  readonly changed: () => void;
}

interface Listed {
  readonly runs: readonly RunSummary[];
  /** Ids of the runs in progress in this window. */
  readonly cancellable: readonly string[];
}

export class ListedRuns {
  readonly #parts: ListedRunsParts;
  readonly #heard: WatchedRuns;
  /** The list of the present rows; undefined once they must be made again. */
  #drawn: Listed | undefined;
  /** The list for the next rows, if it was just read. */
  #next: Listed | undefined;
  /** Reads the list at once, then not again for a while. */
  readonly #readings = new Throttle(() => void this.#look(), restMs);
  #tick: NodeJS.Timeout | undefined;
  #isVisible = true;

  constructor(parts: ListedRunsParts) {
    this.#parts = parts;
    this.#heard = parts.runs.onDidChange(() => this.#readings.call());
  }

  /** Returns the runs for rows that are made now, newest first. */
  async take(): Promise<readonly RunSummary[]> {
    // Other processes are observed only once the rows are visible.
    await this.#heard.hearOthers();
    const taken = this.#next ?? (await this.#list());
    this.#next = undefined;
    this.#drawn = taken;
    this.#watch();
    return taken.runs;
  }

  /** Stops and resumes the reading of the list when the rows leave or enter the view. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible && this.#drawn) this.#readings.call();
    else this.#watch();
  }

  dispose(): void {
    this.#heard.stop();
    this.#readings.stop();
    clearTimeout(this.#tick);
  }

  async #list(): Promise<Listed> {
    const runs = await this.#parts.runs.list();
    const cancellable = runs
      .filter(({ id, state }) => state === 'running' && this.#parts.isCancellable(id))
      .map(({ id }) => id);
    return { runs, cancellable };
  }

  /** Reads the list and has changed rows made again. An unnecessary redraw would lose a click in progress. */
  async #look(): Promise<void> {
    this.#next = undefined;
    const drawn = this.#drawn;
    if (drawn && this.#isVisible) {
      const listed = await this.#list();
      if (isDeepStrictEqual(drawn.cancellable, listed.cancellable) && isShownAlike(drawn.runs, listed.runs)) {
        this.#watch();
        return;
      }
      this.#next = listed;
    }
    this.#drawn = undefined;
    this.#parts.changed();
  }

  /** Schedules a reading while a run of another process is in progress; the end of one in this window is an event. */
  #watch(): void {
    clearTimeout(this.#tick);
    const { runs = [], cancellable = [] } = this.#drawn ?? {};
    const isElsewhere = runs.some(({ id, state }) => state === 'running' && !cancellable.includes(id));
    if (this.#isVisible && isElsewhere) this.#tick = setTimeout(() => this.#readings.call(), lookMs);
  }
}
