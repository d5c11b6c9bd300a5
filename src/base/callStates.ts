// The states of a call and the levels of a log line, each declared once for engine, records and pages.

/**
 * The states in which a call ends.
 *
 * - `finished`: its server answered.
 * - `failed`: its server answered with an error, and nothing happened or the call only reads.
 * - `denied`: the call was not made, since the user or a rule did not allow it.
 * - `not_called`: the call never left for its server, so it had no effect: it was refused, or the run ended while it waited for its server, a sign-in or
 *   an answer.
 * - `unknown`: the tool may or may not have done its work. The call was in flight when the run ended, its answer was lost, or it can write and failed with
 *   an error that does not prove that nothing happened.
 * - `dry_run`: a dry run did not send the call, since it can write or needs the result of one that can.
 */
export const callStates = ['finished', 'failed', 'denied', 'not_called', 'unknown', 'dry_run'] as const;
export type CallState = (typeof callStates)[number];

export const logLevels = ['debug', 'log', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];
