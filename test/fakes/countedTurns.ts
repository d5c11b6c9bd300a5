// Counts the turns of the event loop during other work.

export class CountedTurns {
  #turns = 0;
  #next = setImmediate(() => this.#count());

  /** Ends the count and returns the number of turns. */
  stop(): number {
    clearImmediate(this.#next);
    return this.#turns;
  }

  #count(): void {
    this.#turns += 1;
    this.#next = setImmediate(() => this.#count());
  }
}

/** Keeps the processor busy for `ms` milliseconds. */
export function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}
