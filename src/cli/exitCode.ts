// What the terminal command's exit status means, and the one error that is worded for its user.

export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143;

export const ExitCode = {
  /** The command did what was asked. */
  done: 0,
  /** The script failed: it was refused, it threw, or a call failed. A sign-in came to nothing. A wall of the sandbox is open. */
  scriptFailed: 1,
  /** No server has listed its tools; nothing was found; a path names nothing. */
  nothingFound: 1,
  /** The command line or a configuration file is wrong. */
  badUsage: 2,
  /** A limit ended the script, or somebody cancelled it. */
  limitOrCancelled: 3,
  /** SIGINT or SIGTERM ended the command: 128 and the signal's number. */
  interrupted: 130,
  terminated: 143,
} as const satisfies Record<string, ExitCode>;

/** Wrong use of the command: `message` says what is wrong and what to do; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
