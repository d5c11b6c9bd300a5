// When a server that failed is started again. Whoever needs it starts it, but one that keeps failing not at every need.
import { backoffMs, type BackoffTimes } from '../protocol/backoff.ts';

/** All times are on the monotonic clock, in milliseconds. */
export class RestartPolicy {
  readonly #times: BackoffTimes;
  #failures = 0;
  #startedAt = 0;

  constructor(times: BackoffTimes) {
    this.#times = times;
  }

  started(now: number): void {
    this.#startedAt = now;
  }

  /** Gives the earliest time of the next start. */
  startFailed(now: number): number {
    this.#failures += 1;
    return now + backoffMs(this.#failures - 1, this.#times);
  }

  /** The same; one that dies for the first time may be started at once. */
  died(now: number): number {
    const livedLong = now - this.#startedAt >= this.#times.capMs;
    this.#failures = livedLong ? 1 : this.#failures + 1;
    return this.#failures === 1 ? now : now + backoffMs(this.#failures - 2, this.#times);
  }

  /** Somebody wants it now, whatever was. */
  reset(): void {
    this.#failures = 0;
  }
}
