// Ignores Enter for a time after a question appears or is filtered, because the user may be typing at that moment. The
// editor may show a question long after it was asked to.

export class AcceptDelay {
  readonly #ms: number;
  /** End of the delay, on the monotonic clock; infinite until the question is seen. */
  #until = Infinity;

  /** `ms`: length of the delay after the question is seen and after each `restart`, in milliseconds. */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Starts the delay; later calls have no effect. */
  seen(): void {
    if (this.#until === Infinity) this.restart();
  }

  restart(): void {
    this.#until = performance.now() + this.#ms;
  }

  get isOver(): boolean {
    return performance.now() >= this.#until;
  }
}
