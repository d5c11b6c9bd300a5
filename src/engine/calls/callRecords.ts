// Tracks the calls of one run: each call is open until it is answered, and then becomes a record. When a run ends
// early, this module tells which calls took effect, which did not, and which may have.
import type { CatalogTool } from '../../catalog/index.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import type { CallReply } from '../../sandbox/index.ts';
import type { CalledTool, CallRecord } from '../runOutcome.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import { plainText } from '../../base/text/plainText.ts';
import type { RunRecorder } from '../runJournal.ts';
import type { RunObserver } from '../runObserver.ts';
import {
  failedReply,
  notCalled,
  type CallStep,
  type FoundCall,
  type MadeCall,
  type OpenCall,
  type ReadyCall,
  type OpenedCall,
} from './callStep.ts';
import { recordedInput } from './redactArguments.ts';
import type { CallState } from '../../base/callStates.ts';

export function calledTool({ server, name, path, readOnly, isUndeclared }: CatalogTool): CalledTool {
  return { server, tool: name, path, writes: !readOnly, ...(isUndeclared && { isUndeclared }) };
}

export class CallRecords {
  readonly #open = new Set<OpenCall>();
  readonly #ended: CallRecord[] = [];

  begin(names: CalledTool, sequence: number, input: JsonValue | undefined): OpenCall {
    const kept = recordedInput(input);
    const open = {
      ...names,
      sequence,
      ...(kept !== undefined && { input: kept }),
      startedAt: performance.now(),
      isSent: false,
    };
    this.#open.add(open);
    return open;
  }

  /** Closes a call. `isOver` is true if the run has ended, so that a call without an answer was still in progress. */
  end(open: OpenCall, reply: CallReply, isOver = false): CallRecord {
    this.#open.delete(open);
    const record = reply.ok ? recordOf(open, 'finished') : failedRecord(open, reply.error, isOver);
    this.#ended.push(record);
    return record;
  }

  /** Returns all calls so far, in the order in which the script made them. */
  all(): readonly CallRecord[] {
    const open = [...this.#open].map((call) => recordOf(call, call.isSent ? 'unknown' : 'not_called'));
    return [...this.#ended, ...open].sort((a, b) => a.sequence - b.sequence);
  }
}

export function recordMade(recorder: RunRecorder): CallStep<MadeCall> {
  return (call, next) => {
    recorder.called(call.guest);
    return next(call);
  };
}

/** Opens the record of a call, and closes it with the reply of any kind. */
export function recordCalls(
  records: CallRecords,
  observer: RunObserver,
  recorder: RunRecorder | undefined,
): CallStep<FoundCall, OpenedCall> {
  return async (call, next) => {
    const { called, sequence, passed, context } = call;
    const open = records.begin(called, sequence, passed);
    observer.onCallStarted?.({ sequence, path: called.path });
    let reply: CallReply;
    try {
      reply = await next({ ...call, open });
    } catch (cause) {
      const message = `${called.path} failed unexpectedly: ${errorMessage(cause)}`;
      const { error } = failedReply(called, 'protocol_error', message);
      // The fault may come after the server has done the work.
      const mayHaveTakenEffect = open.isSent && called.writes;
      reply = { ok: false, error: { ...error, ...(mayHaveTakenEffect && { mayHaveTakenEffect }) } };
    }
    const plain = reply.ok ? reply : { ok: false as const, error: plainError(reply.error) };
    const record = records.end(open, plain, context.signal.aborted);
    recorder?.answered(sequence, plain, record);
    observer.onCallEnded?.(record, { input: passed, reply: plain });
    return plain;
  };
}

/** Records that a call is about to be sent: if the process dies after that, the call may have taken effect. */
export function recordSending(recorder: RunRecorder): CallStep<ReadyCall> {
  return async (call, next) => {
    const { names, called, sequence, context } = call;
    const sending = recorder.sending(sequence, called.writes);
    if (!sending) return next(call);
    const refusal = await sending;
    if (refusal !== undefined) return notCalled(call, refusal);
    return context.signal.aborted
      ? failedReply(names, 'cancelled', `${called.path} was not called: the run has ended.`)
      : next(call);
  };
}

/** Cleans the message and the hint, since servers write parts of them. */
function plainError(error: CallFailure): CallFailure {
  const { message, hint } = error;
  return { ...error, message: plainText(message), ...(hint !== undefined && { hint: plainText(hint) }) };
}

function failedRecord(open: OpenCall, error: CallFailure, isOver: boolean): CallRecord {
  const state = stateOf(error, open);
  const wasUnderWay = isOver && (state === 'unknown' || state === 'not_called');
  return recordOf(open, state, wasUnderWay || state === 'dry_run' ? undefined : error.message);
}

/** Derives the state of a failed call. After some failures, nobody knows if the tool did its work. */
function stateOf(
  { code, retryable, mayHaveTakenEffect }: CallFailure,
  { isSent }: OpenCall,
): Exclude<CallState, 'finished'> {
  if (code === 'dry_run') return code;
  // A retryable denial does not come from the user: the tool has changed since the user was asked about it.
  if (code === 'denied') return retryable ? 'not_called' : 'denied';
  if (!isSent) return 'not_called';
  if (mayHaveTakenEffect) return 'unknown';
  return code === 'cancelled' || code === 'timeout' || code === 'server_unavailable' ? 'unknown' : 'failed';
}

function recordOf(
  { startedAt, isSent: _isSent, nested, ...call }: OpenCall,
  state: CallState,
  message?: string,
): CallRecord {
  return {
    ...call,
    ...(nested && { calls: nested() }),
    state,
    ms: performance.now() - startedAt,
    ...(message !== undefined && { message }),
  };
}
