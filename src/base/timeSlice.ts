// Divides work over any number of tools into slices, because all extensions share the host's thread.
import { setImmediate } from 'node:timers/promises';

/** Maximum time for which one slice may occupy the event loop, in milliseconds. */
const SLICE_MS = 5;

/** The time slice of one piece of work. Call `yieldIfOver` between the steps, each of which must be short. */
export class TimeSlice {
  #ends = performance.now() + SLICE_MS;

  /** Lets other work run if this slice has used up its time. */
  async yieldIfOver(): Promise<void> {
    if (performance.now() < this.#ends) return;
    await setImmediate();
    this.#ends = performance.now() + SLICE_MS;
  }

  /** True if the slice is over. Spares an `await` where steps are tiny. */
  get isOver(): boolean {
    return performance.now() >= this.#ends;
  }
}
