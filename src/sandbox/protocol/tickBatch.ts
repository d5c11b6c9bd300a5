// Messages of one tick of the event loop, posted together: each post wakes the other thread.
import type { MessagePort } from 'node:worker_threads';

export class TickBatch<T> {
  readonly #port: MessagePort;
  #waiting: T[] = [];

  constructor(port: MessagePort) {
    this.#port = port;
  }

  /** Of those that are not posted yet. */
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
