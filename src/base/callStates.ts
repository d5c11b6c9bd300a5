// The states of a call and the levels of a log line. The engine, the records and the pages share these declarations.

/**
 * The states in which a call ends.
 *
 * - `finished`: the server answered.
 * - `failed`: the server answered with an error, and nothing happened or the call only reads.
 * - `denied`: the call was not made, since the user or a rule did not allow it.
 * - `not_called`: the call was never sent to its server, so it had no effect: it was refused, or the run ended while it
 *   waited for its server, a sign-in or an answer.
 * - `unknown`: the tool may or may not have done its work. The call was in flight when the run ended, its answer was
 *   lost, or it can write and failed with an error that does not prove that nothing happened.
 * - `dry_run`: a dry run did not send the call, since it can write or needs the result of a call that can.
 */
export const callStates = ['finished', 'failed', 'denied', 'not_called', 'unknown', 'dry_run'] as const;
export type CallState = (typeof callStates)[number];

/** The state of a call for a user, in a line of its own: `not called: the server is down`. */
export const stateWords: Record<CallState, string> = {
  finished: 'finished',
  failed: 'failed',
  denied: 'declined',
  not_called: 'not called',
  unknown: 'may have taken effect',
  dry_run: 'not sent (dry run)',
};

/** Words for a call with `served`, instead of its duration. */
export const servedWords = 'from the record';

export const logLevels = ['debug', 'log', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];
