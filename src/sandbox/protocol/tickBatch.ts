// Collects the messages of one tick of the event loop and posts them together, because each post wakes the other
// thread.
import type { MessagePort } from 'node:worker_threads';

export class TickBatch<T> {
  readonly #port: MessagePort;
  #waiting: T[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** The last message that has not been posted yet. */
  get last(): T | undefined {
    return this.#waiting.at(-1);
  }

  add(message: T): void {
    if (this.#waiting.push(message) > 1) return;
    process.nextTick(() => {
      const batch = this.#waiting;
      this.#waiting = [];
      this.#port.postMessage(batch);
    });
  }
}
