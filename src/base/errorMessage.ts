// Reads the text of a caught value, which can be of any type.

/** The message of an error, unchanged; the string form of any other value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The stack of an error, for a log; the message if the error has no stack. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
