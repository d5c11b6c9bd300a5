// Advises on the next step after a failed tool call that the script did not catch. Each cause has its own advice: only
// a wrong call should be corrected.
import type { CallFailure } from '../../base/callFailure.ts';
import { wordsOf } from './failureMessage.ts';
import { failureKind, type FailureKind } from '../../base/text/failureKind.ts';
import type { CallRecord } from '../runOutcome.ts';
import { advice } from './advice.ts';

const byKind: Record<FailureKind, string> = {
  input: advice.correct.model,
  missing: advice.lookUp.model,
  access: advice.access.model,
  unreachable: advice.unreachable.model,
  busy: advice.busy.model,
  program: advice.program.model,
};

/** Returns the advice; empty if the message already gives it. The writes among `calls` must not be repeated. */
export function nextStep(error: CallFailure, calls: readonly CallRecord[]): string {
  if (error.hint !== undefined) return error.hint;
  // Failures of `codemode` and of a server's features give advice in their messages.
  if (error.server === 'codemode' || error.tool.startsWith('$')) return '';
  const kind = failureKind(wordsOf(error));
  switch (error.code) {
    case 'tool_failed':
      return kind ? byKind[kind] : advice.readIt.model;
    case 'protocol_error':
      return kind ? byKind[kind] : advice.serversFault.model;
    case 'server_unavailable':
    case 'timeout':
    case 'cancelled':
      if (isReadInFlight(error, calls)) return advice.readAgain.model;
      if (!error.retryable) return advice.checkFirst.model;
      return error.code === 'server_unavailable' ? advice.withoutServer.model : afterNoEffect(calls);
    case 'denied':
      return advice.notTheScript.model;
    case 'invalid_input':
    case 'unknown_tool':
    case 'unknown_server':
      return advice.correct.model;
    case 'excluded':
      return advice.excluded.model;
    case 'dry_run':
    case 'limit_exceeded':
    case 'unanswered':
      return '';
  }
}

function isReadInFlight({ server, tool }: CallFailure, calls: readonly CallRecord[]): boolean {
  return calls.some(
    (call) => call.server === server && call.tool === tool && !call.writes && call.state === 'unknown',
  );
}

function afterNoEffect(calls: readonly CallRecord[]): string {
  const hasEffects = calls.some(
    ({ writes, state }) => writes && (state === 'finished' || state === 'unknown'),
  );
  return hasEffects ? advice.goOn.model : advice.sameScript.model;
}
