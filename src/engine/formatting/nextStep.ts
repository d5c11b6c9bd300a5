// What to do after a tool call that failed and was not caught: each cause has its own next step, and only a call that was wrong is
// to be corrected.
import type { CallFailure } from '../../catalog/callFailure.ts';
import { failureKind, type FailureKind } from '../../text/failureKind.ts';
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
  const kind = failureKind(saidBy(error));
  switch (error.code) {
    case 'tool_failed':
      return kind ? byKind[kind] : advice.readIt.model;
    case 'protocol_error':
      return kind ? byKind[kind] : advice.serversFault.model;
    case 'server_unavailable':
      return error.retryable ? advice.withoutServer.model : afterUnknown(error, calls);
    case 'timeout':
    case 'cancelled':
      return error.retryable ? afterNoEffect(calls) : afterUnknown(error, calls);
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

/** The tool's own words, or those that the message has of the server. */
function saidBy({ content, message, server, tool }: CallFailure): string {
  const [block] = content;
  // A server called "network" says nothing of the network.
  return block?.type === 'text' ? block.text : message.replaceAll(`"${server}"`, '').replaceAll(`"${tool}"`, '');
}

function afterUnknown({ server, tool }: CallFailure, calls: readonly CallRecord[]): string {
  const onlyReads = calls.some((call) => call.server === server && call.tool === tool && !call.writes);
  return onlyReads ? advice.readAgain.model : advice.checkFirst.model;
}

function afterNoEffect(calls: readonly CallRecord[]): string {
  const hasEffects = calls.some(({ writes, state }) => writes && (state === 'finished' || state === 'unknown'));
  return hasEffects ? advice.goOn.model : advice.sameScript.model;
}
