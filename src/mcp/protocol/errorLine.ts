// What an error says, in one line.
import { errorMessage } from '../../base/errorMessage.ts';

const longestMessage = 1_000;

/** What an error says, as part of a sentence: one line, without the full stop. */
export function errorLine(error: unknown): string {
  const said = isProtocolError(error) ? `MCP error ${error.code}: ${error.message}` : errorMessage(error);
  // A server that throws the SDK's error sends a message that begins like ours.
  const text = said
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\.$/, '')
    .replace(/^(MCP error -?\d+: )\1+/, '$1');
  return text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
}

/** A JSON-RPC error that a server answered with: the SDK's `ProtocolError`, which this file does not load. */
export function isProtocolError(error: unknown): error is Error & { readonly code: number; readonly data?: unknown } {
  return error instanceof Error && error.name === 'ProtocolError' && 'code' in error && typeof error.code === 'number';
}

/** An error of MCP or of the SDK about an answer, and not one of the connection: the server had the request. */
export function isMcpError(error: unknown): boolean {
  return isProtocolError(error) || isNotMcp(error) || (error instanceof Error && error.name === 'SdkError');
}

/** The same without the prefix before the server's words. */
export function withoutCode(error: unknown): string {
  return errorLine(error).replace(/^MCP error -?\d+: /, '');
}

/** A validation error of the SDK's schemas: the answer has a shape that MCP does not know. */
export function isNotMcp(error: unknown): boolean {
  return (
    error instanceof SyntaxError ||
    (error instanceof Error && (/ZodError/.test(error.name) || ('code' in error && error.code === 'INVALID_RESULT')))
  );
}

/** Whether an abort came from a clock: `AbortSignal.timeout` and everybody who follows it abort with a `TimeoutError`. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
