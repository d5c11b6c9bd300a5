// A server may send without end. What it sends is taken in turns with everything else that the host has to do, so that a flood slows
// its server down, and no other.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one server's messages may hold the host up before others have their turn, in milliseconds. */
const turnMs = 10;

export class EventLoopYield {
  #since: number | undefined;

  /** Between two messages: waits until the others had their turn, if this one has taken long. */
  async yieldIfDue(): Promise<void> {
    if (this.#since === undefined) {
      this.#since = performance.now();
      // Of what comes later nothing is known: the count restarts with each turn of the event loop.
      setImmediate(() => (this.#since = undefined));
    }
    if (performance.now() - this.#since >= turnMs) await nextTurn();
  }
}
