// Defines the exit codes of the terminal command, and the error whose message is written for the user.

export type ExitCode = 0 | 1 | 2 | 3 | 130 | 143;

export const ExitCode = {
  /** The command succeeded. */
  done: 0,
  /** The script was refused or failed, or one of its calls failed; a sign-in failed; the sandbox has a gap. */
  scriptFailed: 1,
  /** No server has listed its tools, nothing was found, or a path names nothing. */
  nothingFound: 1,
  /** The command line or a configuration file is wrong. */
  badUsage: 2,
  /** A limit ended the script, or it was cancelled. */
  limitOrCancelled: 3,
} as const satisfies Record<string, ExitCode>;

/** An error that ends the command with exit code 2. `message` describes the problem and its solution. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
