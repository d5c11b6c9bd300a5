// Combines calls that follow each other quickly: the first one runs immediately, and all further ones within the
// interval become one call at its end.
export class Throttle {
  readonly #work: () => void;
  readonly #ms: number;
  #timer: NodeJS.Timeout | undefined;
  #again = false;

  constructor(work: () => void, ms: number) {
    this.#work = work;
    this.#ms = ms;
  }

  call(): void {
    if (this.#timer) {
      this.#again = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      const again = this.#again;
      this.#again = false;
      if (again) this.call();
    }, this.#ms);
    this.#timer.unref();
    this.#work();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
