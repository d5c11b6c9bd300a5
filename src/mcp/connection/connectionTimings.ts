// How long a server is given, and how long is waited between attempts.
import type { StopTimes } from '../transport/stdio/orphanGuard.ts';

/** All in milliseconds. */
export interface ConnectionTimings extends StopTimes {
  /** From the start of the process to the end of `initialize`; also the bound of one `tools/list`. */
  readonly startMs: number;
  /** After a failed start, the earliest time for another one that no script or user asked for by name; twice as long after each more. */
  readonly retryAfterMs: number;
  /** How long who needs tools waits for the server itself while a cached list is at hand. */
  readonly patienceMs: number;
  /** After the server could not be asked in the background, the earliest time to ask it so again. */
  readonly refreshAfterMs: number;
  /** The longest of these waits; who has run for so long is not one that keeps dying. */
  readonly retryCapMs: number;
  /** Before a broken event stream is connected again; twice as long after each failure. */
  readonly reconnectMs: number;
  /** The longest of these waits, also when a server asks for a longer one. */
  readonly reconnectCapMs: number;
}

/** The stop is shorter than VS Code's 10 s + 10 s: an editor gives its extensions about 5 s to deactivate. */
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
