// The list of runs that the rows of the view are made of: looked at again when runs change, but not more often than rows can be read, and while a
// run of another process is on, whose death changes nothing.
import { isDeepStrictEqual } from 'node:util';
import type { WatchedRuns } from '../../runs/runFollower.ts';
import type { RunSummary } from '../../runs/runRecord.ts';
import type { RunStore } from '../../runs/runStore.ts';
import { isShownAlike } from './runRows.ts';

/** Milliseconds between two looks at the list: a run that is on changes all the time. */
const restMs = 1_000;
/** The same while nothing is heard of a run of another process. */
const lookMs = 2_000;

export interface ListedRunsParts {
  readonly runs: Pick<RunStore, 'list' | 'onDidChange'>;
  /** Whether the run is of this window, and can be cancelled. */
  readonly isCancellable: (id: string) => boolean;
  /** The rows are due to be made again. */
  readonly changed: () => void;
}

interface Listed {
  readonly runs: readonly RunSummary[];
  /** Ids of those that are on, and of this window. */
  readonly cancellable: readonly string[];
}

export class ListedRuns {
  readonly #parts: ListedRunsParts;
  readonly #heard: WatchedRuns;
  /** What the rows were last made of; none since they are due to be made again. */
  #drawn: Listed | undefined;
  /** What they are to be made of, where it was just looked at. */
  #next: Listed | undefined;
  #rest: NodeJS.Timeout | undefined;
  #tick: NodeJS.Timeout | undefined;
  #isDue = false;
  #isVisible = true;

  constructor(parts: ListedRunsParts) {
    this.#parts = parts;
    this.#heard = parts.runs.onDidChange(() => this.#due());
  }

  /** The newest first, for rows that are made now. */
  async take(): Promise<readonly RunSummary[]> {
    // Only who sees the rows needs it.
    await this.#heard.hearOthers();
    const taken = this.#next ?? (await this.#list());
    this.#next = undefined;
    this.#drawn = taken;
    this.#watch();
    return taken.runs;
  }

  /** While the rows are out of view, the list is not read. */
  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible && this.#drawn) this.#due();
    else this.#watch();
  }

  dispose(): void {
    this.#heard.stop();
    clearTimeout(this.#rest);
    clearTimeout(this.#tick);
  }

  async #list(): Promise<Listed> {
    const runs = await this.#parts.runs.list();
    const cancellable = runs.filter(({ id, state }) => state === 'running' && this.#parts.isCancellable(id)).map(({ id }) => id);
    return { runs, cancellable };
  }

  /** Has the rows made again where they changed: a row that is drawn again takes no click in that moment. */
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

  /** At once, then not again for a while. */
  #due(): void {
    this.#isDue = true;
    if (this.#rest) return;
    this.#isDue = false;
    void this.#look();
    this.#rest = setTimeout(() => {
      this.#rest = undefined;
      if (this.#isDue) this.#due();
    }, restMs);
  }

  /** The end of a run of this window is heard of. */
  #watch(): void {
    clearTimeout(this.#tick);
    const { runs = [], cancellable = [] } = this.#drawn ?? {};
    const isElsewhere = runs.some(({ id, state }) => state === 'running' && !cancellable.includes(id));
    if (this.#isVisible && isElsewhere) this.#tick = setTimeout(() => this.#due(), lookMs);
  }
}
