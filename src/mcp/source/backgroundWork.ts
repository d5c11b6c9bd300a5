// Work that no caller waits for. The work begins after a delay and runs a few items at once, so that twenty starting
// servers do not slow down a running script.

export interface BackgroundPace {
  /** Delay from the first added item on, in milliseconds. */
  readonly delayMs: number;
  readonly atOnce: number;
}

export class BackgroundWork {
  readonly #pace: BackgroundPace;
  readonly #waiting: (() => Promise<unknown>)[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(pace: BackgroundPace) {
    this.#pace = pace;
  }

  /** Adds an item. `work` must not reject. */
  add(work: () => Promise<unknown>): void {
    this.#waiting.push(work);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#begin();
    }, this.#pace.delayMs).unref();
  }

  /** Drops all items that have not begun. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }

  #begin(): void {
    while (this.#running < this.#pace.atOnce) {
      const work = this.#waiting.shift();
      if (!work) return;
      this.#running += 1;
      void work().finally(() => {
        this.#running -= 1;
        this.#begin();
      });
    }
  }
}
