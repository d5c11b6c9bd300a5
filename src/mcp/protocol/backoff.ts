// How long to wait before the next try of something that keeps failing: twice as long each time, up to a cap.

export interface BackoffTimes {
  /** Before the first try, in milliseconds. */
  readonly firstMs: number;
  /** The longest wait, in milliseconds. */
  readonly capMs: number;
}

/** `failures` counts those since it last went well; 0 is the first try. */
export function backoffMs(failures: number, { firstMs, capMs }: BackoffTimes): number {
  // Beyond 2^30 every first wait is over every cap, and the product would lose its meaning.
  return Math.min(capMs, firstMs * 2 ** Math.min(failures, 30));
}
