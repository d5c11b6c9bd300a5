// Says on stderr which servers the command waits for, once a user would wonder.

/** In milliseconds. */
export const silentMs = 500;

export class WaitingNotice {
  readonly #say: (line: string) => void;
  readonly #waiting = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** What `work` gives; meanwhile `server` counts as waited for. */
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
