// Bounds how many scripts run at once: each has a process, and hundreds that start together would all be too slow to start.

export class RunSlots {
  #free: number;
  /** In the order in which they came. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Waits for a slot, which the caller gives back; false when `signal` aborts before. */
  async take(signal: AbortSignal): Promise<boolean> {
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
