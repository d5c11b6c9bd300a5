// Tells the user on stderr which servers the command waits for, if the wait is noticeable.

/** Time in milliseconds before the notice appears. */
export const silentMs = 500;

export class WaitingNotice {
  readonly #say: (line: string) => void;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Settles like `work`; meanwhile the notice includes `server`. */
  async during<T>(server: string, work: Promise<T>): Promise<T> {
    this.#waiting.add(server);
    this.#timer ??= setTimeout(() => this.#tell(), silentMs).unref();
    try {
      return await work;
    } finally {
      this.#waiting.delete(server);
      if (this.#waiting.size === 0) this.#stop();
    }
  }

  #tell(): void {
    this.#say(`Waiting for ${[...this.#waiting].join(', ')}…`);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
