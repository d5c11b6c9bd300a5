// Work over many tools is done a slice at a time: the host's thread is shared, and a server may list more tools than anyone needs.
import { setImmediate } from 'node:timers/promises';

/** How long one slice may hold the event loop, in milliseconds. */
const SLICE_MS = 5;

/** One for each piece of work; `yieldIfOver` comes between its steps, none of which may take long. */
export class TimeSlice {
  #ends = performance.now() + SLICE_MS;

  /** Gives the others their turn, if this slice has taken its time. */
  async yieldIfOver(): Promise<void> {
    if (performance.now() < this.#ends) return;
    await setImmediate();
    this.#ends = performance.now() + SLICE_MS;
  }

  /** Whether a slice is over: saves an `await` where steps are tiny. */
  get isOver(): boolean {
    return performance.now() >= this.#ends;
  }
}
