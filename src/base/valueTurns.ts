// Limits how much JSON of scripts the host's thread parses in one turn of the event loop, because all extensions share
// that thread. The limit covers all runs together, and values keep the order in which they arrived.

/** Maximum length of the values of one turn, in characters. A longer value has a turn of its own. */
const turnLength = 65_536;

export class ValueTurns {
  #waiting: { readonly length: number; readonly work: () => void }[] = [];
  /** Length of the values that this turn has parsed. */
  #taken = 0;

  /** Calls `work` now or in a later turn. `length` is the length of the JSON that `work` parses. */
  add(length: number, work: () => void): void {
    if (this.#waiting.length === 0 && this.#fits(length)) work();
    else this.#waiting.push({ length, work });
  }

  #fits(length: number): boolean {
    if (this.#taken > 0 && this.#taken + length > turnLength) return false;
    // A single `setImmediate` could run before other waiting work of the event loop.
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
