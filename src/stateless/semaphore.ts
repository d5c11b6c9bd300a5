// As many scripts at once as the machine has a use for: of hundreds of clients each waits for its turn.

export class Semaphore {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Rejects where `signal` aborts before its turn. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    while (this.#running >= this.#most) await this.#freed();
    this.#running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  #freed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiting.push(() => resolve(undefined));
    return promise;
  }
}
