// The words of a caught value, which may be anything that was thrown.

/** The message of an error as it is; of any other value its text. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stack of an error, for a log; its message where the error has none. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
