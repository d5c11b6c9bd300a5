// A person is asked one thing at a time: in the editor a second question closes the first, and two readers of a terminal would
// each get half of a line.

export class Mutex {
  #turn: Promise<unknown> = Promise.resolve();

  /** Starts `task` when all that came before have settled. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const answer = this.#turn.then(task);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
