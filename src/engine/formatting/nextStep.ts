// What to do after a tool call that failed and was not caught: each cause has its own next step, and only a call that was wrong is
// to be corrected.
import type { CallFailure } from '../../catalog/callFailure.ts';
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

/** `calls`: of the run, whose writes must not be made twice. Empty where the message says all. */
export function nextStep(error: CallFailure, calls: readonly CallRecord[]): string {
  if (error.hint !== undefined) return error.hint;
  // What `codemode` and the features of a server answer says what to do itself.
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
  return calls.some((call) => call.server === server && call.tool === tool && !call.writes && call.state === 'unknown');
}

function afterNoEffect(calls: readonly CallRecord[]): string {
  const hasEffects = calls.some(({ writes, state }) => writes && (state === 'finished' || state === 'unknown'));
  return hasEffects ? advice.goOn.model : advice.sameScript.model;
}
