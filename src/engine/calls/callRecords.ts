// What becomes of the calls of one run: each is open until it is answered, and then a record. A run that ends early knows from here
// which of its calls had an effect, which had none, and of which that is unknown.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../catalog/callFailure.ts';
import type { CallReply } from '../../sandbox/host/sandboxPort.ts';
import type { CalledTool, RunProgress, CallRecord } from '../runOutcome.ts';
import { recordedInput } from './redactArguments.ts';
import type { CallState } from '../../base/callStates.ts';

/** A call that the script made and that is not answered. */
export interface OpenCall extends CalledTool {
  readonly sequence: number;
  /** Of a saved script that runs: what it has called so far. */
  nested?: () => readonly CallRecord[];
  readonly input?: JsonValue;
  readonly startedAt: number;
  /** Whether its server has it. */
  isSent: boolean;
  /** Set where a rule about the flow of data stopped the call. */
  flowed?: true;
  progress?: RunProgress;
}

export function calledTool({ server, name, path, readOnly, isUndeclared }: CatalogTool): CalledTool {
  return { server, tool: name, path, writes: !readOnly, ...(isUndeclared && { isUndeclared }) };
}

export class CallRecords {
  readonly #open = new Set<OpenCall>();
  readonly #ended: CallRecord[] = [];

  begin(names: CalledTool, sequence: number, input: JsonValue | undefined): OpenCall {
    const kept = recordedInput(input);
    const open = { ...names, sequence, ...(kept !== undefined && { input: kept }), startedAt: performance.now(), isSent: false };
    this.#open.add(open);
    return open;
  }

  /** `isOver`: the run has ended, so that a call without an answer was under way. */
  end(open: OpenCall, reply: CallReply, isOver = false): CallRecord {
    this.#open.delete(open);
    const record = reply.ok ? recordOf(open, 'finished') : failedRecord(open, reply.error, isOver);
    this.#ended.push(record);
    return record;
  }

  /** Of all calls so far, in the order in which they were made. */
  all(): readonly CallRecord[] {
    const open = [...this.#open].map((call) => recordOf(call, call.isSent ? 'unknown' : 'not_called'));
    return [...this.#ended, ...open].sort((a, b) => a.sequence - b.sequence);
  }
}

function failedRecord(open: OpenCall, error: CallFailure, isOver: boolean): CallRecord {
  const state = stateOf(error, open);
  const wasUnderWay = isOver && (state === 'unknown' || state === 'not_called');
  return recordOf(open, state, wasUnderWay || state === 'dry_run' ? undefined : error.message);
}

/** After some failures it is unknown whether the tool did its work, if it was asked at all. */
function stateOf({ code, retryable, mayHaveTakenEffect }: CallFailure, { isSent }: OpenCall): Exclude<CallState, 'finished'> {
  if (code === 'dry_run') return code;
  // What can be called again was not denied by the user, but is another tool now than the one that they were asked about.
  if (code === 'denied') return retryable ? 'not_called' : 'denied';
  if (!isSent) return 'not_called';
  if (mayHaveTakenEffect) return 'unknown';
  return code === 'cancelled' || code === 'timeout' || code === 'server_unavailable' ? 'unknown' : 'failed';
}

function recordOf({ startedAt, isSent: _isSent, nested, ...call }: OpenCall, state: CallState, message?: string): CallRecord {
  return {
    ...call,
    ...(nested && { calls: nested() }),
    state,
    ms: performance.now() - startedAt,
    ...(message !== undefined && { message }),
  };
}
