// Delays between the retries of an operation that keeps failing: each delay is twice as long as the one before, up to a
// maximum.

export interface BackoffTimes {
  /** Delay after the first failure, in milliseconds. */
  readonly firstMs: number;
  /** Maximum delay, in milliseconds. */
  readonly capMs: number;
}

/** `failures` is the number of failures since the last success; 0 gives the first delay. */
export function backoffMs(failures: number, { firstMs, capMs }: BackoffTimes): number {
  // The exponent is bounded, because any delay reaches the maximum before 2^30 and larger powers lose precision.
  return Math.min(capMs, firstMs * 2 ** Math.min(failures, 30));
}
