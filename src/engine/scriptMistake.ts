// Detects scripts that were refused before they ran because of a mistake that their author can correct. Nothing was
// called, so the script can be written again.
import type { RunErrorCode, RunOutcome } from './runOutcome.ts';

export const scriptMistakes: readonly RunErrorCode[] = [
  'empty_code',
  'code_too_large',
  'syntax_error',
  'forbidden_syntax',
  'type_error',
  'missing_await',
  'unknown_global',
  'unknown_server',
  'unknown_tool',
  'excluded_tool',
  'invalid_request',
];

export function isScriptMistake({ ok, calls, errors }: Pick<RunOutcome, 'ok' | 'calls' | 'errors'>): boolean {
  return (
    !ok &&
    calls.length === 0 &&
    errors.length > 0 &&
    errors.every(({ code, toolError }) => !toolError && scriptMistakes.includes(code))
  );
}
