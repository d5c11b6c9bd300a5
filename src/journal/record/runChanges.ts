// Announces which records changed in this process, so that the list of runs and the followers of a run read the new
// parts.

type Listener = (id: string) => void;

export class RunChanges {
  readonly #listeners = new Set<Listener>();

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the function that stops listening. */
  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  changed(id: string): void {
    for (const listener of [...this.#listeners]) listener(id);
  }
}
