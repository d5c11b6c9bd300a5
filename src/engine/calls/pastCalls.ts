// Answers the calls of a run that replays or resumes an earlier run from its record, if it has the call.
import { addAbortListener } from 'node:events';
import { isJsonObject } from '../../base/json.ts';
import type { CallReply, GuestCall } from '../../sandbox/index.ts';
import { adviceAfter, type Approver } from '../consent/approval.ts';
import type { PastAnswer, PastRecord, PastRun } from '../pastRun.ts';
import type { CallRecord, RunError } from '../runOutcome.ts';
import { whileAsking } from '../consent/whileAsking.ts';
import type { RunRecorder } from '../runJournal.ts';
import { recordedInput } from './redactArguments.ts';
import type { RunObserver } from '../runObserver.ts';
import type { CallHandler, CallStep, MadeCall } from './callStep.ts';

/** The data that a resumed run needs for calls that the record does not have. */
interface LiveCalls {
  /** The code of the script, which a question about a call shows. */
  readonly source: string;
  readonly approver: Approver;
  /** Returns the call with the names that scripts have for its tool: a script may write others of its names. */
  readonly named: (call: GuestCall) => GuestCall;
  /** True if the call can write if it is made now. */
  readonly canWrite: (call: GuestCall) => boolean;
  /** Called with each reply from the record before the script gets it. */
  readonly repeated: (call: GuestCall, reply: CallReply) => Promise<void> | void;
}

interface PastCallsParts {
  readonly past: PastRun;
  readonly observer: RunObserver;
  readonly recorder?: RunRecorder | undefined;
  /** Absent in a replay, in which `past` answers every call. */
  readonly live?: LiveCalls;
}

export class PastCalls {
  readonly #parts: PastCallsParts;
  readonly #records: CallRecord[] = [];
  readonly #notes: string[] = [];
  readonly #stopper = new AbortController();
  #stopped: RunError | undefined;

  constructor(parts: PastCallsParts) {
    this.#parts = parts;
  }

  /** Aborts when a call ends the run; `stopped` is then the reason. */
  get stopSignal(): AbortSignal {
    return this.#stopper.signal;
  }

  get stopped(): RunError | undefined {
    return this.#stopped;
  }

  readonly step: CallStep<MadeCall> = async (call, next) => {
    const { guest } = call;
    const { past, live } = this.#parts;
    const answer = await past.answer(guest, live?.named(guest));
    switch (answer.kind) {
      case 'recorded':
        return this.#repeat(guest, answer.reply, answer.record);
      case 'inFlight':
        return this.#askWhether(call, answer, next);
      case 'makeNow':
        return this.#makeNow(call, next);
      case 'open':
        if (answer.record) this.#add(guest, answer.record);
        return neverAnswered(call);
      case 'stop':
        return this.#stop(call, answer.error);
    }
  };

  /** Returns the calls that the record answered. */
  records(): readonly CallRecord[] {
    return this.#records;
  }

  notes(): readonly string[] {
    return this.#notes;
  }

  #makeNow(call: MadeCall, next: CallHandler<MadeCall>): Promise<CallReply> {
    const { past, live } = this.#parts;
    if (live?.canWrite(call.guest)) past.writesNow();
    return next(call);
  }

  async #repeat(call: GuestCall, reply: CallReply, record: PastRecord | undefined): Promise<CallReply> {
    await this.#parts.live?.repeated(call, reply);
    if (record) this.#add(call, record, reply);
    this.#parts.recorder?.answered(call.sequence, reply, record && this.#records.at(-1));
    return reply;
  }

  async #askWhether(
    made: MadeCall,
    { record, sentAt, call: number }: Extract<PastAnswer, { kind: 'inFlight' }>,
    next: CallHandler<MadeCall>,
  ): Promise<CallReply> {
    const { past, live } = this.#parts;
    const { guest: call, context } = made;
    if (call.target === 'codemode' || !live) return this.#makeNow(made, next);
    const input = isJsonObject(call.input) ? call.input : {};
    const { path, message: failure } = record;
    const question = {
      source: live.source,
      run: past.id,
      call: number,
      path,
      input,
      sentAt,
      ...(failure !== undefined && { failure }),
    };
    const { recorder } = this.#parts;
    // If the run ends while the question is open, the call may have taken effect.
    const open = this.#recordOf(call, record);
    this.#records.push(open);
    // A later run that resumes this one must know that the call was sent, however the question is answered.
    recorder?.decided(call.sequence, record, {
      allowed: true,
      by: 'record',
      detail: `It was sent in run ${past.id}.`,
    });
    const refusal = await recorder?.sending(call.sequence, true);
    if (refusal !== undefined) return this.#stop(made, { code: 'denied', message: refusal });
    const asked = context.pauseClockWhile(() => live.approver.askInFlight(question, context.signal));
    const answer = await (recorder ? whileAsking(asked, () => recorder.asks(call.sequence)) : asked);
    if (answer.kind === 'stop') {
      // If nobody can be asked, the reason already says how to go on.
      return this.#stop(made, {
        code: 'denied',
        message: answer.reason,
        ...(answer.why !== 'unavailable' && { hint: adviceAfter[answer.why] }),
      });
    }
    this.#records.splice(this.#records.indexOf(open), 1);
    if (answer.kind === 'didNotHappen') return this.#makeNow(made, next);
    this.#notes.push(
      `${record.path} (call ${call.sequence}) counts as done. Its answer is not known: the script got undefined.`,
    );
    return this.#repeat(call, { ok: true, value: undefined }, { ...record, state: 'finished' });
  }

  /** Ends the run at this call. */
  #stop(call: MadeCall, error: RunError): Promise<CallReply> {
    this.#stopped ??= error;
    this.#stopper.abort();
    return neverAnswered(call);
  }

  #recordOf(call: GuestCall, record: PastRecord): CallRecord {
    const shown = call.target === 'codemode' ? undefined : recordedInput(call.input);
    return { ...record, sequence: call.sequence, ...(shown !== undefined && { input: shown }) };
  }

  #add(call: GuestCall, record: PastRecord, reply?: CallReply): void {
    const { sequence } = call;
    const input = call.target === 'codemode' ? undefined : call.input;
    const added: CallRecord = { ...this.#recordOf(call, record), ...(reply && { served: true }) };
    this.#records.push(added);
    this.#parts.observer.onCallStarted?.({ sequence, path: record.path });
    this.#parts.recorder?.decided(sequence, record, { allowed: true, by: 'record' });
    if (reply) this.#parts.observer.onCallEnded?.(added, { input, reply });
  }
}

/** Returns a promise that resolves when the run has ended and nothing uses the reply. */
export function neverAnswered({ context: { signal } }: MadeCall): Promise<CallReply> {
  const { promise, resolve } = Promise.withResolvers<CallReply>();
  addAbortListener(signal, () => resolve({ ok: true, value: undefined }));
  return promise;
}
