// Limits the number of scripts that run at once. Each script has a process, and hundreds of processes that start
// together would all start too slowly.

export class RunSlots {
  #free: number;
  /** The waiting runs in the order in which they arrived. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Waits for a slot, which the caller must give back. Returns false if `signal` has aborted or aborts first. */
  async take(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const enter = () => resolve(true);
    const leave = () => {
      if (this.#waiting.delete(enter)) resolve(false);
    };
    this.#waiting.add(enter);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
