// Time limits of a server, and the delays between attempts.
import type { StopTimes } from '../transport/stdio/orphanGuard.ts';

/** All values are milliseconds. */
export interface ConnectionTimings extends StopTimes {
  /** Maximum time from the start of the process to the end of `initialize`, and for one `tools/list`. */
  readonly startMs: number;
  /**
   * Delay after a failed start, before another start that neither a script nor the user explicitly demands. The delay
   * doubles after each failure.
   */
  readonly retryAfterMs: number;
  /** Maximum time that a caller waits for the server's own list if a cached list exists. */
  readonly patienceMs: number;
  /** Delay before another background request after a failed one. */
  readonly refreshAfterMs: number;
  /** Maximum of these delays. A server that has run for this time does not count as failing repeatedly. */
  readonly retryCapMs: number;
  /** Delay before a broken event stream is connected again. The delay doubles after each failure. */
  readonly reconnectMs: number;
  /** Maximum of these delays, even if a server asks for a longer one. */
  readonly reconnectCapMs: number;
}

/** A server is stopped faster than in VS Code (20 s), because extensions have about 5 s to deactivate. */
export const defaultTimings: ConnectionTimings = {
  startMs: 30_000,
  retryAfterMs: 3_000,
  patienceMs: 3_000,
  refreshAfterMs: 60_000,
  retryCapMs: 60_000,
  reconnectMs: 500,
  reconnectCapMs: 30_000,
  stdinGraceMs: 2_000,
  termGraceMs: 2_000,
};
