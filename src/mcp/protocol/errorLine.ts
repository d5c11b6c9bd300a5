// Turns errors into one line of text, and tells the kinds of errors apart.
import { errorMessage } from '../../base/errorMessage.ts';

const longestMessage = 1_000;

/** Returns the error's message as part of a sentence: one line, without the full stop. */
export function errorLine(error: unknown): string {
  const said = isProtocolError(error) ? `MCP error ${error.code}: ${error.message}` : errorMessage(error);
  // A server that uses the SDK sends a message that already has this prefix, so the repetition is removed.
  const text = said
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(/^(MCP error -?\d+: )\1+/, '$1');
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

/** True for a JSON-RPC error response. The class is the SDK's `ProtocolError`, which this file does not load. */
export function isProtocolError(
  error: unknown,
): error is Error & { readonly code: number; readonly data?: unknown } {
  return (
    error instanceof Error &&
    error.name === 'ProtocolError' &&
    'code' in error &&
    typeof error.code === 'number'
  );
}

/**
 * True for an error of MCP or of the SDK about a response, which proves that the server received the request; false for
 * an error of the connection.
 */
export function isMcpError(error: unknown): boolean {
  return isProtocolError(error) || isNotMcp(error) || (error instanceof Error && error.name === 'SdkError');
}

/** Returns the same line as `errorLine` without the prefix before the server's message. */
export function withoutCode(error: unknown): string {
  return errorLine(error).replace(/^MCP error -?\d+: /, '');
}

/** True for a validation error of the SDK's schemas: the response has a shape that MCP does not define. */
export function isNotMcp(error: unknown): boolean {
  return (
    error instanceof SyntaxError ||
    (error instanceof Error &&
      (/ZodError/.test(error.name) || ('code' in error && error.code === 'INVALID_RESULT')))
  );
}

/** True if a timeout caused the abort. `AbortSignal.timeout` and this project abort with a `TimeoutError`. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
