// A person is asked one thing at a time: in the editor a second question closes the first, and two readers of a terminal would
// each get half of a line.

export class OneAtATime {
  #turn: Promise<unknown> = Promise.resolve();

  /** Starts `question` when all that came before have settled. */
  ask<T>(question: () => Promise<T>): Promise<T> {
    const answer = this.#turn.then(question);
    this.#turn = answer.catch(() => undefined);
    return answer;
  }
}
