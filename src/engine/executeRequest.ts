// The first guard: what a model or a person sent may be anything.
import type { RunError } from './runOutcome.ts';

const MOST_TIMEOUT_MS = 600_000;

/** Why a request cannot be run; undefined when it can. */
export function invalidRequest(request: {
  readonly code: unknown;
  readonly args?: unknown;
  readonly timeoutMs?: unknown;
}): RunError | undefined {
  const { code, args, timeoutMs } = request;
  if (typeof code !== 'string') {
    return invalid(`\`code\` must be a string of TypeScript, not ${typeOf(code)}.`, 'For example: { "code": "return 1 + 1" }');
  }
  if (args !== undefined && typeOf(args) !== 'object') {
    return invalid(`\`args\` must be an object, not ${typeOf(args)}.`, 'The script reads it as codemode.args.');
  }
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    return invalid(`\`timeoutMs\` must be a whole number from 1 to ${MOST_TIMEOUT_MS}.`, 'Leave it out for the default.');
  }
  return undefined;
}

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_TIMEOUT_MS;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function invalid(message: string, hint: string): RunError {
  return { code: 'invalid_request', message, hint };
}
