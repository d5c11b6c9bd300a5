// Uses a recorded run as the past of another run: finds the recorded call for each call and decides if the script gets
// the recorded answer again (docs/decisions/0032-replay-and-resume.md).
import { type JsonObject, isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import type {
  PastAnswer,
  PastRecord,
  PastRun,
  PastScript,
  RunErrorCode,
  RunParent,
} from '../../engine/index.ts';
import type { GuestCall } from '../../sandbox/index.ts';
import { parentText } from '../record/runId.ts';
import { callDiff, type NumberedCall } from './callDiff.ts';
import { callKey, shapeName, callShapeOf, type CallShape } from '../record/callKey.ts';
import { couldBe, hasHidden } from './hiddenParts.ts';
import {
  notRecorded,
  redactedShape,
  type KnownCall,
  type RecordedCallIndex,
  type Redacted,
  type RecordedValueReader,
} from './knownCalls.ts';
import type { RunRecord, RecordedCall } from '../record/runRecord.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface RecordedRunParts {
  readonly run: Pick<RunRecord, 'id' | 'title' | 'startedAt'>;
  /** Its own, with their numbers, and those of the runs that it went on with and that it had not come to. */
  readonly calls: RecordedCallIndex;
  readonly values: RecordedValueReader;
  readonly redacted: Redacted;
  readonly course: PastRun['course'];
  readonly results: JsonObject;
  readonly names?: PastRun['names'];
  readonly catalog?: PastRun['catalog'];
  /** True if calls that the record lacks are made now. */
  readonly live: boolean;
  /** Numbers of the calls that must equal those of the record, since the code is the same. */
  readonly certain: ReadonlySet<number>;
  /**
   * In a replay of the same code: the numbers of the calls whose answers the script received. Other calls get no
   * answer.
   */
  readonly heard?: ReadonlySet<number>;
  /** Prefix of the call numbers in questions: `5.` in the run of the saved script that call 5 ran. Default: empty. */
  readonly numberPrefix?: string;
  /** The runs of saved scripts that calls of the recorded run began. */
  readonly scripts?: {
    has(call: RunParent): boolean;
    /** `code`: the current code of the script. */
    past(call: RunParent, code: string): Promise<PastScript>;
  };
}

export class RecordedRun implements PastRun {
  readonly id: string;
  readonly title?: string;
  readonly course: PastRun['course'];
  readonly results: JsonObject;
  readonly names?: Readonly<Record<string, readonly string[]>>;
  readonly catalog?: string;
  readonly #parts: RecordedRunParts;
  /** True while the script makes the calls of the record in their order, each under its number. */
  #isInStep = true;
  /** True if this run has made a write. Earlier reads may be outdated then: servers and saved scripts share data. */
  #hasWritten = false;
  /** True if the script has received values in which a secret is hidden. */
  #servedHidden = false;
  /** The recorded call of each call, by the number of the call in this run. */
  readonly #matched = new Map<number, KnownCall>();

  constructor(parts: RecordedRunParts) {
    const { id, title } = parts.run;
    this.id = id;
    if (title !== '') this.title = title;
    this.course = parts.course;
    this.results = parts.results;
    if (parts.names) this.names = parts.names;
    if (parts.catalog !== undefined) this.catalog = parts.catalog;
    this.#parts = parts;
  }

  answer(call: GuestCall, named = call): Promise<PastAnswer> {
    const { calls, redacted } = this.#parts;
    const made = callShapeOf(call);
    // Rules hide parts of the input by the names that the script wrote, too, as they did in the record.
    const written = redactedShape(made, redacted);
    const { server, name } = named === call ? written : callShapeOf(named);
    const own = calls.named({ ...written, server, name });
    const isOwn = own.server === written.server && own.name === written.name;
    const shape = isOwn ? written : redactedShape(own, redacted);
    // The match is made before anything is awaited, so that calls are matched in the order in which they are made.
    const known = this.#match(shape, written, call.sequence);
    if (known) {
      known.served = true;
      this.#matched.set(call.sequence, known);
      return this.#answerOf(known);
    }
    const { live, certain } = this.#parts;
    if (!live || certain.has(call.sequence)) return Promise.resolve(this.#diverged(shape, call.sequence));
    const unclear = this.#unclear(shape);
    if (unclear) return unclear;
    return Promise.resolve(
      this.#servedHidden && stringifyExact(made.input ?? null).includes(HIDDEN)
        ? this.#lacksSecret(shape)
        : { kind: 'makeNow' },
    );
  }

  writesNow(): void {
    this.#hasWritten = true;
  }

  async scriptRun(sequence: number, code: string): Promise<PastScript | undefined> {
    const known = this.#matched.get(sequence);
    const { scripts } = this.#parts;
    if (!known || !scripts) return undefined;
    if (scripts.has(known.at)) return scripts.past(known.at, code);
    const { sentAt, state } = known.recorded;
    // If the state is unknown, the user has said that the call did not take effect.
    if (sentAt === undefined || state === 'not_called' || state === 'unknown') return undefined;
    return {
      problem: `its run within run ${this.id} is not recorded, so that it is not known what it wrote. Look, and run another script.`,
    };
  }

  /** `written`: the call with the names that the script wrote, by which the record knows a call without a decision. */
  #match(shape: CallShape, written: CallShape, sequence: number): KnownCall | undefined {
    const key = callKey(shape);
    const writtenKey = written === shape ? key : callKey(written);
    const same = this.#parts.calls.numbered(sequence);
    const isSame = same !== undefined && [key, writtenKey].includes(same.key) && !same.served;
    const isCertain = this.#parts.certain.has(sequence);
    // Two secrets look the same in a record, so only its position identifies a call with a hidden part.
    const isHidden = hasHidden(shape);
    const isProved = isSame && (!isHidden || isCertain || this.#isInStep);
    this.#isInStep &&= isSame;
    if (!isProved && (isCertain || isHidden)) return undefined;
    const { calls } = this.#parts;
    const known = isProved ? this.#toldEarlier(same, key) : (calls.next(key) ?? calls.next(writtenKey));
    if (!known?.retried || known.recorded.state === 'unknown' || isHidden) return known;
    // After this failure the run, or an earlier one, may have made the same call again.
    return calls.find(key, (other) => this.#isMadeLater(other)) ?? known;
  }

  /**
   * Returns the call, or the same call of an earlier run if this run left the call open before it knew the names of the
   * tool: `withEarlier` does not find the earlier call then.
   */
  #toldEarlier(same: KnownCall, key: string): KnownCall {
    const { answeredAt, sentAt } = same.recorded;
    if (same.key === key || answeredAt !== undefined || sentAt !== undefined) return same;
    return this.#parts.calls.find(key, (other) => !this.#isCertain(other)) ?? same;
  }

  #isMadeLater(known: KnownCall): boolean {
    const { state } = known.recorded;
    return (state === 'finished' || state === 'unknown') && !this.#isCertain(known);
  }

  /** True if the script makes this very call again. */
  #isCertain(known: KnownCall): boolean {
    const { calls, certain } = this.#parts;
    const { call } = known.recorded;
    return certain.has(call) && calls.numbered(call) === known;
  }

  /**
   * Refuses a call that may be a recorded write with a hidden part: it can neither be answered from the record nor be
   * made.
   */
  #unclear(shape: CallShape): Promise<PastAnswer> | undefined {
    const open = this.#parts.calls
      .hiddenWrites(shape)
      .filter(
        ({ served, recorded, shape: { input } }) =>
          !served && recorded.state !== 'failed' && couldBe(input, shape.input),
      );
    const [known] = open;
    if (!known) return undefined;
    const { call, path, state, answeredAt } = known.recorded;
    if (state === 'unknown' && (answeredAt === undefined || known.retried)) {
      known.served = true;
      return this.#answerOf(known);
    }
    const message = `${path} was not called: it may be call ${call} of run ${this.id}, which was made. The record hides a part of it.`;
    const hint = 'Look whether it took effect, and run a script for the rest.';
    return Promise.resolve(stop('not_recorded', message, hint));
  }

  async #answerOf(known: KnownCall): Promise<PastAnswer> {
    const { live, heard } = this.#parts;
    const { recorded } = known;
    const { call, path, target, answeredAt, state, writes, sentAt = 0 } = recorded;
    const about = target === 'codemode' ? {} : { record: recordOf(known) };
    if (!live) {
      if (answeredAt !== undefined && heard?.has(call) !== false) return this.#recorded(known);
      if (heard) return { kind: 'open', ...about };
      const message = `The record has no answer of call ${call} (${path}): the run ended before.`;
      return stop('recording_ended', message);
    }
    if (answeredAt !== undefined && !known.retried) {
      const isOld = this.#hasWritten && !this.#isCertain(known) && !writes && target !== 'codemode';
      return isOld ? { kind: 'makeNow' } : this.#recorded(known);
    }
    // The run of the saved script has a record of its own, which holds its calls.
    if (this.#parts.scripts?.has(known.at) === true) return { kind: 'makeNow' };
    if (!writes || state !== 'unknown') return { kind: 'makeNow' };
    return {
      kind: 'inFlight',
      record: recordOf(known),
      sentAt: this.#parts.run.startedAt + sentAt,
      call: this.#numberOf(known),
    };
  }

  /** Returns the number of the call for questions. A call of an earlier run has no number in this run. */
  #numberOf(known: KnownCall): string {
    const { calls, numberPrefix = '' } = this.#parts;
    const { call } = known.recorded;
    return `${numberPrefix}${calls.numbered(call) === known ? call : parentText(known.at)}`;
  }

  async #recorded(known: KnownCall): Promise<PastAnswer> {
    const { output, error, target, call, path } = known.recorded;
    const value = error?.failure ?? output;
    if (value && 'redacted' in value) this.#servedHidden = true;
    const read = value && (await this.#parts.values.value(value));
    if (read?.ok === false) {
      const message = notRecorded(this.id, `the answer of call ${call} (${path})`, read.reason);
      return stop('not_recorded', message);
    }
    const reply = error
      ? ({ ok: false, error: readFailure(error, known.recorded, read?.value) } as const)
      : ({ ok: true, value: read?.value } as const);
    return { kind: 'recorded', reply, ...(target !== 'codemode' && { record: recordOf(known) }) };
  }

  #diverged(shape: CallShape, sequence: number): PastAnswer {
    if (hasHidden(shape) && this.#parts.calls.next(callKey(shape))) {
      const message = `Call ${sequence} (${shapeName(shape)}) has a part that the record hides, so that it is not known which call it is.`;
      return stop('diverged', message);
    }
    const recorded = this.#parts.calls.all.map((known): NumberedCall => ({
      ...known.shape,
      call: known.recorded.call,
      served: known.served,
    }));
    return stop('diverged', callDiff(shape, sequence, recorded));
  }

  /** Stops the script: the server would receive the placeholder of the record instead of the secret. */
  #lacksSecret({ target, server, name }: CallShape): PastAnswer {
    const path = shapeName({ target, server, name });
    const message = `${path} was not called: its input has a secret of run ${this.id} that is not in the record.`;
    return stop('not_recorded', message, 'Run the script again, or read the secret in the new code.');
  }
}

function stop(code: RunErrorCode, message: string, hint?: string): PastAnswer {
  return { kind: 'stop', error: { code, message, ...(hint !== undefined && { hint }) } };
}

function recordOf({ recorded, shape: { server, name } }: KnownCall): PastRecord {
  return pastRecord({ ...recorded, server, name });
}

/** Returns the recorded call as records of runs describe calls. */
export function pastRecord(recorded: RecordedCall): PastRecord {
  const { server, name, path, writes, isUndeclared, state, error, progress } = recorded;
  const { madeAt, answeredAt = madeAt, waitedMs = answeredAt - madeAt } = recorded;
  const last = progress.at(-1);
  return {
    server,
    tool: name,
    path,
    writes,
    state,
    ms: waitedMs,
    ...(isUndeclared && { isUndeclared }),
    ...(error && { message: error.message }),
    ...(last && {
      progress: { message: last.message, ...(last.fraction !== undefined && { fraction: last.fraction }) },
    }),
  };
}

/**
 * Rebuilds the failure of a call with checks, since a record is a file that may say anything. `failure` holds all
 * members but `code` and `message`, which the record keeps beside it.
 */
function readFailure(
  { code, message }: NonNullable<RecordedCall['error']>,
  { server, name }: RecordedCall,
  failure: JsonValue | undefined,
): CallFailure {
  const { hint, retryable, retryAfterMs, mayHaveTakenEffect, content, data } = isJsonObject(failure)
    ? failure
    : {};
  return {
    code,
    server,
    tool: name,
    message,
    ...(typeof hint === 'string' && { hint }),
    retryable: retryable === true,
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
    ...(mayHaveTakenEffect === true && { mayHaveTakenEffect }),
    content: isJsonArray(content) ? content.filter(isBlock) : [],
    ...(data !== undefined && { data }),
  };
}

/** Checks only the type of the block, the only part that this module reads; the script gets blocks unchanged. */
function isBlock(value: JsonValue): value is JsonValue & ContentBlock {
  return isJsonObject(value) && typeof value['type'] === 'string';
}
