// Work without a waiting caller: it begins when what is going on has had its time, and goes on a few at once, so that twenty servers that
// start do not hold up the one script that runs.

export interface BackgroundPace {
  /** From the first need on, in milliseconds. */
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

  /** `work` must not reject. */
  add(work: () => Promise<unknown>): void {
    this.#waiting.push(work);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#begin();
    }, this.#pace.delayMs).unref();
  }

  /** What has not begun never does. */
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
