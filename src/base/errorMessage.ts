// Reads the text of a caught value, which can be of any type.

/** The message of an error, unchanged; the string form of any other value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The `code` of an error of Node, such as `ENOENT`; undefined for a value without one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** The stack of an error, for a log; the message if the error has no stack. */
export function errorStack(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
