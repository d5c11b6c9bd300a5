// How often the event loop came round while something else was going on.

export class CountedTurns {
  #turns = 0;
  #next = setImmediate(() => this.#count());

  /** Ends the count; so many there were. */
  stop(): number {
    clearImmediate(this.#next);
    return this.#turns;
  }

  #count(): void {
    this.#turns += 1;
    this.#next = setImmediate(() => this.#count());
  }
}

/** Takes the processor for so many milliseconds. */
export function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}
