// For how long Enter does nothing: a question may have come up, or been filtered, under the hands of a typing user. It may be seen long
// after the editor was asked to show it.

export class AcceptDelay {
  readonly #ms: number;
  /** On the monotonic clock. */
  #until = Infinity;

  /** `ms`: after the question is seen, and after each `restart`. */
  constructor(ms: number) {
    this.#ms = ms;
  }

  /** Counts once. */
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
