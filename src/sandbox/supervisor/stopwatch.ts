// Adds up the time for which something goes on, with interruptions.

export class Stopwatch {
  #total = 0;
  #since: number | undefined;

  /** Whether time counts from now on. */
  run(running: boolean): void {
    this.#total = this.ms;
    this.#since = running ? performance.now() : undefined;
  }

  get ms(): number {
    return this.#total + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }
}
