export class Listeners {
  readonly #listeners = new Set<() => void>();

  /** Returns the function that stops listening. */
  add(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls all listeners. A listener that is added during the call is first called at the next change. */
  fire(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  clear(): void {
    this.#listeners.clear();
  }
}
