// Tells the user on stderr which servers the command waits for, if the wait is noticeable.

/** Time in milliseconds before the notice appears. */
export const silentMs = 500;

export class WaitingNotice {
  readonly #say: (line: string) => void;
  /** Names of the servers; true for those that may start for the first time. */
  readonly #waiting = new Map<string, boolean>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Settles like `work`; meanwhile the notice includes `server`. */
  async during<T>(server: string, work: Promise<T>, isFirst = false): Promise<T> {
    this.#waiting.set(server, isFirst);
    this.#timer ??= setTimeout(() => this.#tell(), silentMs).unref();
    try {
      return await work;
    } finally {
      this.#waiting.delete(server);
      if (this.#waiting.size === 0) {
        clearTimeout(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  #tell(): void {
    const why = [...this.#waiting.values()].includes(true)
      ? ' A first start may have to download the program.'
      : '';
    this.#say(`Waiting for ${[...this.#waiting.keys()].join(', ')}…${why}`);
  }
}
