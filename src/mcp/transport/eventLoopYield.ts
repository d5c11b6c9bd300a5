// Yields to the event loop while the messages of a server are processed, so that a flood of messages slows down only
// its own server.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time in milliseconds that one server's messages occupy the thread. */
const turnMs = 10;

export class EventLoopYield {
  #since: number | undefined;

  /** Called between two messages. Waits for a turn of the event loop if the messages have taken too long. */
  async yieldIfDue(): Promise<void> {
    if (this.#since === undefined) {
      this.#since = performance.now();
      // The measurement restarts with each turn of the event loop.
      setImmediate(() => (this.#since = undefined));
    }
    if (performance.now() - this.#since >= turnMs) await nextTurn();
  }
}
