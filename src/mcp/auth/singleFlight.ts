// One asynchronous operation that several callers share. Each caller can leave; the operation is cancelled when the
// last caller has left.
import { untilAborted } from '../../base/withTimeout.ts';

interface Running<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

export class SingleFlight<T extends object> {
  #running: Running<T> | undefined;

  /** Joins the running operation, or starts one. Resolves to undefined as soon as `signal` is aborted. */
  async join(signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    if (signal.aborted) return undefined;
    const controller = new AbortController();
    const running = (this.#running ??= { result: start(controller.signal), controller, waiting: 0 });
    running.waiting += 1;
    try {
      return await untilAborted(running.result, signal);
    } finally {
      running.waiting -= 1;
      if (running.waiting === 0) {
        running.controller.abort();
        if (this.#running === running) this.#running = undefined;
      }
    }
  }
}
