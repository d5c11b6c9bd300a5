// Ends a question that stands unattended, so that no run hangs behind it.

export class AnswerTimeout implements Disposable {
  readonly #ms: number;
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** Aborts `signal` after `ms` milliseconds without a restart; never for 0. */
  constructor(ms: number) {
    this.#ms = ms;
    this.restart();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    clearTimeout(this.#timer);
    if (this.#ms > 0) this.#timer = setTimeout(() => this.#controller.abort(), this.#ms);
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
