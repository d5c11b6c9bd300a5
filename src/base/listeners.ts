/** `Change`: what the listeners are told of each change; nothing by default. */
export class Listeners<Change = void> {
  readonly #listeners = new Set<(change: Change) => void>();

  /** True if there is a listener. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the function that stops listening. */
  add(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls all listeners. A listener that is added during the call is first called at the next change. */
  fire(change: Change): void {
    for (const listener of [...this.#listeners]) listener(change);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
