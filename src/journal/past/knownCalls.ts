// Reads the calls of an earlier run with their inputs, ready to be compared with the calls of another run. Longer
// work is done in slices, since a run may have a hundred thousand calls and other work shares the thread.
import { TimeSlice } from '../../base/timeSlice.ts';
import type { RunParent } from '../../engine/index.ts';
import { callKey, shapeName, toolOf, type CallShape } from '../record/callKey.ts';
import { hasHidden } from './hiddenParts.ts';
import { retriedCalls } from './retriedCalls.ts';
import type { RecordedValue } from '../record/runEvent.ts';
import type { Redactor } from '../redaction/redactor.ts';
import type { Found, ReadValue, RecordedCall, RunRecord } from '../record/runRecord.ts';

/** Reads the values of a record: a store of runs, or an exported run in memory. */
export interface RecordedValueReader {
  value(value: RecordedValue): Promise<ReadValue>;
}

export interface KnownCall {
  readonly recorded: RecordedCall;
  readonly shape: CallShape;
  readonly key: string;
  /** The run and the call number under which the call is recorded. */
  readonly at: RunParent;
  /** True if the call is a write that was sent, and the record hides a part of it. */
  readonly isHiddenWrite: boolean;
  /** True if the call failed and a resumed run makes it again. */
  readonly retried: boolean;
  /** True if the script has received the answer of the call in this run. */
  served: boolean;
}

/** Returns values of a tool and names that a script uses in the form in which a record holds them: without secrets. */
export type Redacted = Pick<Redactor, 'value' | 'name'>;

/**
 * Redacts the recorded inputs again: a secret that became known after the recording would make a call differ from
 * itself. When aborted, returns the calls so far, since the run that needs them is cancelled.
 */
export async function knownCalls(
  run: RunRecord,
  values: RecordedValueReader,
  redacted: Redacted,
  signal: AbortSignal,
): Promise<Found<{ readonly calls: readonly KnownCall[] }>> {
  const slice = new TimeSlice();
  const retried = retriedCalls(run).calls;
  const calls: KnownCall[] = [];
  for (const recorded of run.callList) {
    if (slice.isOver) await slice.yieldIfOver();
    if (signal.aborted) break;
    const { target, form } = recorded;
    const input = recorded.input && (await values.value(recorded.input));
    if (input?.ok === false)
      return { problem: notRecorded(run.id, `the input of call ${recorded.call}`, input.reason) };
    const shape = redactedShape(
      { target, ...ownNames(recorded), ...(form && { form }), input: input?.value },
      redacted,
    );
    calls.push(knownCall(recorded, shape, run.id, retried.has(recorded.call)));
  }
  return { calls };
}

type Names = Pick<CallShape, 'server' | 'name'>;

/** Returns the names of the called tool, which its decision has: the script may have written others of its names. */
function ownNames({ server, name, path, decision }: RecordedCall): Names {
  const [, namespace, method] = (decision && /^tools\.([^.]+)\.(.+)$/.exec(path)) ?? [];
  return namespace === undefined || method === undefined
    ? { server, name }
    : { server: namespace, name: method };
}

export function knownCall(
  recorded: RecordedCall,
  shape: CallShape,
  run: string,
  retried: boolean,
): KnownCall {
  return {
    recorded,
    shape,
    key: callKey(shape),
    at: { run, call: recorded.call },
    isHiddenWrite: recorded.writes && recorded.sentAt !== undefined && hasHidden(shape),
    retried,
    served: false,
  };
}

/** Returns the call in the form in which calls are compared. */
export function redactedShape(shape: CallShape, redacted: Redacted): CallShape {
  const { server, name, input } = shape;
  const shown = input === undefined ? undefined : redacted.value(input, toolOf(shape));
  return { ...shape, server: redacted.name(server), name: redacted.name(name), input: shown };
}

/** `what` names the missing value, for instance `the answer of call 3 (tools.geo.getCity)`. */
export function notRecorded(id: string, what: string, reason: 'omitted' | 'missing'): string {
  return reason === 'omitted'
    ? `Run ${id} was recorded without values, so ${what} is not known. Set codeMode.runs.record to full for runs that are to be replayed or resumed.`
    : `The record of run ${id} is not whole: ${what} is missing.`;
}

/**
 * Returns the calls that are known to a run that resumed another one: its own calls, then those calls of the other run
 * that it had not reached. If the run made a call that was neither sent nor answered, the other run may know the
 * outcome; its entry then counts, under the number that the call has in the resuming run. The same is true of a saved
 * script that was not called again. `ranScript`: the call has begun the run of a saved script.
 */
export async function withEarlier(
  own: readonly KnownCall[],
  earlier: readonly KnownCall[],
  ranScript: (call: RunParent) => boolean,
): Promise<readonly KnownCall[]> {
  const left = await groupedByKey(earlier);
  const slice = new TimeSlice();
  const taken = new Set<KnownCall>();
  const all: KnownCall[] = [];
  for (const known of own) {
    const before = left.get(known.key)?.pop();
    if (before) taken.add(before);
    const { call, madeAt, answeredAt, sentAt, state } = known.recorded;
    const isUnanswered = answeredAt === undefined;
    const isOpen = isUnanswered && sentAt === undefined;
    // A saved script goes on only once the record of its new run is on disk.
    const isScriptOfBefore = before && ranScript(before.at) && !ranScript(known.at);
    const isTold = before && (isOpen || (isScriptOfBefore && (isUnanswered || state === 'not_called')));
    all.push(isTold ? { ...before, recorded: { ...before.recorded, call, madeAt } } : known);
    if (slice.isOver) await slice.yieldIfOver();
  }
  return [...all, ...earlier.filter((known) => !taken.has(known))];
}

/** In each list, the first call that the script made is the last item. */
async function groupedByKey(calls: readonly KnownCall[]): Promise<ReadonlyMap<string, KnownCall[]>> {
  const slice = new TimeSlice();
  const groups = new Map<string, KnownCall[]>();
  for (const known of calls.toReversed()) {
    const same = groups.get(known.key);
    if (same) same.push(known);
    else groups.set(known.key, [known]);
    if (slice.isOver) await slice.yieldIfOver();
  }
  return groups;
}

/** The calls of a recorded run by number, by key and by name. */
export class RecordedCallIndex {
  readonly all: readonly KnownCall[];
  readonly #byNumber: ReadonlyMap<number, KnownCall>;
  /** Calls that may not be served yet, as `groupedByKey` returns them. */
  readonly #byKey: ReadonlyMap<string, KnownCall[]>;
  readonly #hiddenWrites: ReadonlyMap<string, readonly KnownCall[]>;
  /** The names of tools for which the script wrote others of their names, by what it wrote. */
  readonly #ownNames: ReadonlyMap<string, Names>;

  private constructor(all: readonly KnownCall[], byKey: ReadonlyMap<string, KnownCall[]>) {
    this.all = all;
    this.#byKey = byKey;
    // If several calls have the same number, the first one keeps the number.
    this.#byNumber = new Map(all.toReversed().map((known) => [known.recorded.call, known]));
    const hidden = all.filter(({ isHiddenWrite }) => isHiddenWrite);
    this.#hiddenWrites = Map.groupBy(hidden, ({ shape }) => shapeName(shape));
    const renamed = all.filter(({ recorded, shape: { server, name } }) => {
      return recorded.server !== server || recorded.name !== name;
    });
    this.#ownNames = new Map(
      renamed.map(({ recorded, shape: { server, name } }) => [written(recorded), { server, name }]),
    );
  }

  static async of(all: readonly KnownCall[]): Promise<RecordedCallIndex> {
    return new RecordedCallIndex(all, await groupedByKey(all));
  }

  /** Returns a call of the script with the names under which the record's calls of the same tool are known. */
  named(made: CallShape): CallShape {
    return { ...made, ...this.#ownNames.get(written(made)) };
  }

  numbered(call: number): KnownCall | undefined {
    return this.#byNumber.get(call);
  }

  /** Returns the first call with this key that is not served yet. */
  next(key: string): KnownCall | undefined {
    const calls = this.#byKey.get(key);
    while (calls?.at(-1)?.served === true) calls.pop();
    return calls?.at(-1);
  }

  /** Returns the first call with this key that is not served yet and for which the test is true. */
  find(key: string, test: (known: KnownCall) => boolean): KnownCall | undefined {
    return this.#byKey.get(key)?.findLast((known) => !known.served && test(known));
  }

  /** Returns the writes with the same name whose record hides a part. */
  hiddenWrites(shape: CallShape): readonly KnownCall[] {
    return this.#hiddenWrites.get(shapeName(shape)) ?? [];
  }
}

function written({ target, server, name }: Pick<CallShape, 'target' | 'server' | 'name'>): string {
  return JSON.stringify([target, server, name]);
}
