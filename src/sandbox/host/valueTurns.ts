// The JSON of scripts is parsed on the host's thread, which all extensions share: so much of it in one turn of the event loop, whichever
// runs it is of, and in the order in which it came.

/** In characters; a longer value has a turn of its own. */
const turnLength = 65_536;

export class ValueTurns {
  #waiting: { readonly length: number; readonly work: () => void }[] = [];
  /** The length of the values that this turn has brought. */
  #taken = 0;

  /** Does `work` now, or in a later turn. `length`: of the JSON that it parses. */
  add(length: number, work: () => void): void {
    if (this.#waiting.length === 0 && this.#fits(length)) work();
    else this.#waiting.push({ length, work });
  }

  #fits(length: number): boolean {
    if (this.#taken > 0 && this.#taken + length > turnLength) return false;
    // The next of these alone may come before what else waits has had its turn.
    if (this.#taken === 0 && length > 0) setImmediate(() => setImmediate(() => this.#nextTurn()));
    this.#taken += length;
    return true;
  }

  #nextTurn(): void {
    this.#taken = 0;
    const end = this.#waiting.findIndex(({ length }) => !this.#fits(length));
    for (const { work } of this.#waiting.splice(0, end < 0 ? Infinity : end)) work();
  }
}
