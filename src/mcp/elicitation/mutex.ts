// Serializes questions to the user. In the editor a second question would close the first, and two readers of a
// terminal would each receive half of a line.

export class Mutex {
  #turn: Promise<unknown> = Promise.resolve();

  /** Starts `task` when all earlier tasks have settled. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const answer = this.#turn.then(task);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
