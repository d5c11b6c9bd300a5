// What the terminal command's exit status means, and the one error that is worded for its user.

export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143;

export const ExitCode = {
  /** The command succeeded. */
  done: 0,
  /** The script was refused, threw, or a call failed. A sign-in failed. The sandbox has a gap. */
  scriptFailed: 1,
  /** No server has listed its tools; nothing was found; a path names nothing. */
  nothingFound: 1,
  /** The command line or a configuration file is wrong. */
  badUsage: 2,
  /** A limit ended the script, or it was cancelled. */
  limitOrCancelled: 3,
  /** SIGINT or SIGTERM ended the command: 128 and the signal's number. */
  interrupted: 130,
  terminated: 143,
} as const satisfies Record<string, ExitCode>;

/** Exit code 2. `message` says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
