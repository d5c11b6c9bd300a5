// Replays a recorded run without its servers, or runs other code against its record, and compares the ends of both.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { RunObserver, Engine, RunError, RunOutcome } from '../../engine/index.ts';
import { answersHeard } from '../record/recordedTicks.ts';
import { knownCalls, notRecorded, RecordedCallIndex, type RecordedValueReader } from './knownCalls.ts';
import { RecordedRun } from './recordedRun.ts';
import { couldBe } from './hiddenParts.ts';
import type { Found, RunRecord } from '../record/runRecord.ts';
import type { Redactor } from '../redaction/redactor.ts';
import { differences, type Difference } from './valueDiff.ts';

/** Returns values, names and code in the form in which they are recorded: without secrets. */
export type Redaction = Pick<Redactor, 'value' | 'name' | 'codeHash'>;

interface ReplayParts {
  readonly engine: Pick<Engine, 'replay'>;
  readonly values: RecordedValueReader;
  readonly redactor: Redaction;
}

export interface ReplayOptions {
  /** Code to run, not checked yet; by default the code of the recorded run. */
  readonly code?: unknown;
  /** Value of `codemode.args`; by default that of the recorded run. */
  readonly args?: unknown;
  readonly observer?: RunObserver;
  readonly signal: AbortSignal;
}

/**
 * Replays a run. The same code has the same outcome. Other code gets the recorded answer of each call that the record
 * has, and ends with the code `diverged` at the first call that the record lacks. Nothing is recorded.
 */
export async function replayRun(
  parts: ReplayParts,
  run: RunRecord,
  options: ReplayOptions,
): Promise<RunOutcome> {
  const { engine, values, redactor } = parts;
  const { signal, observer } = options;
  const read = await recordedScript(run, values, options);
  if ('problem' in read) return refusedRun(read.problem);
  const { code, args, results, names } = read;
  const isSame = await isCodeOf(run, values, code, redactor);
  const { script, conditions } = run;
  if (!script || !conditions) return neverStarted(run, isSame);
  const known = await knownCalls(run, values, redactor, signal);
  if ('problem' in known) return refusedRun(known.problem);
  const ticks = run.ticks.map(({ tick }) => tick);
  const past = new RecordedRun({
    run,
    calls: await RecordedCallIndex.of(known.calls),
    values,
    redacted: redactor,
    results,
    live: false,
    course: isSame ? { conditions, ticks, then: 'stop' } : { conditions, ticks: [], then: 'live' },
    certain: new Set(isSame ? run.callList.map(({ call }) => call) : []),
    ...(isSame && { heard: answersHeard(ticks) }),
  });
  const { durationMs, errors, warnings, notes } = run;
  return engine.replay({
    code,
    args,
    past,
    names,
    limits: script.limits,
    ...(isSame && durationMs !== undefined && { ended: { errors, warnings, notes, forUser: [] } }),
    ...(observer && { observer }),
    signal,
  });
}

/**
 * True if the code is the code of the run. A secret in the code may have become known after the recording, so the
 * comparison also redacts the recorded code.
 */
export async function isCodeOf(
  run: RunRecord,
  values: RecordedValueReader,
  code: unknown,
  redactor: Redaction,
): Promise<boolean> {
  if (typeof code !== 'string') return false;
  const hash = redactor.codeHash(code);
  if (hash === run.codeHash) return true;
  const own = await values.value(run.code);
  return own.ok && typeof own.value === 'string' && redactor.codeHash(own.value) === hash;
}

export interface RecordedScript {
  readonly code: unknown;
  readonly args: unknown;
  readonly results: JsonObject;
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** Returns the code and the arguments of the run, or those that the caller gives instead. */
export async function recordedScript(
  run: RunRecord,
  values: RecordedValueReader,
  given: Pick<ReplayOptions, 'code' | 'args'>,
): Promise<Found<RecordedScript>> {
  const parts: Record<string, JsonValue> = {};
  const results: Record<string, JsonValue> = {};
  const wanted = [
    ...(given.code === undefined ? [[parts, 'code', run.code, 'its code'] as const] : []),
    ...(given.args === undefined && run.args ? [[parts, 'args', run.args, 'codemode.args'] as const] : []),
    ...(run.script ? [[parts, 'names', run.script.names, 'the list of tools'] as const] : []),
    ...Object.entries(run.script?.results ?? {}).map(
      ([handle, value]) => [results, handle, value, `codemode.results.${handle}`] as const,
    ),
  ];
  for (const [to, name, value, what] of wanted) {
    const read = await values.value(value);
    if (!read.ok) return { problem: notRecorded(run.id, what, read.reason) };
    to[name] = read.value;
  }
  return {
    code: given.code ?? parts['code'],
    args: given.args ?? parts['args'],
    results,
    names: namesOf(parts['names']),
  };
}

/** Returns the outcome of a run that did not start. */
export function refusedRun(message: string, hint?: string): RunOutcome {
  const error: RunError = { code: 'not_recorded', message, ...(hint !== undefined && { hint }) };
  return { ...nothing, errors: [error] };
}

const nothing: RunOutcome = {
  ok: false,
  value: undefined,
  errors: [],
  warnings: [],
  logs: [],
  notes: [],
  calls: [],
  forUser: [],
  progress: [],
  displays: [],
  durationMs: 0,
};

function neverStarted(run: RunRecord, isSame: boolean): RunOutcome {
  if (!isSame || run.errors.length === 0)
    return refusedRun(`The script of run ${run.id} never started, so its record has no answers.`);
  return { ...nothing, errors: run.errors, warnings: run.warnings, notes: run.notes };
}

/** Reads the names with checks, since a record is a file that may say anything. */
function namesOf(value: JsonValue | undefined): RecordedScript['names'] {
  const entries = Object.entries(isJsonObject(value) ? value : {}).map(
    ([namespace, names]): [string, readonly string[]] => [
      namespace,
      Array.isArray(names) ? names.filter((name: JsonValue) => typeof name === 'string') : [],
    ],
  );
  return Object.fromEntries(entries);
}

/**
 * `error`: the first error that differs (undefined for no error). `result`: the results differ. `unknown`: the record
 * has no result to compare with.
 */
type EndDifference =
  | { readonly kind: 'error'; readonly now: RunError | undefined; readonly then: RunError | undefined }
  | { readonly kind: 'result'; readonly found: readonly Difference[] }
  | { readonly kind: 'unknown' };

/**
 * Compares the end of a replay with the end in the record; undefined if both are the same. Records hold no secrets: a
 * hidden part of the record equals any value, and a value that would be hidden today is compared in its hidden form.
 */
export async function endDifference(
  { values, redactor }: Pick<ReplayParts, 'values' | 'redactor'>,
  outcome: Pick<RunOutcome, 'value' | 'errors'>,
  run: Pick<RunRecord, 'state' | 'value' | 'errors'>,
): Promise<EndDifference | undefined> {
  const shown = (value: JsonValue | undefined, tool?: string) => value && redactor.value(value, tool);
  const isSame = (now: JsonValue | undefined, then: JsonValue | undefined, tool?: string) =>
    couldBe(then, now) || couldBe(shown(then, tool), shown(now, tool));
  const isSameError = (now: RunError | undefined, then: RunError | undefined) =>
    now?.code === then?.code && isSame(now?.message, then?.message, toolOf(then));
  for (let index = 0; index < Math.max(outcome.errors.length, run.errors.length); index += 1) {
    const [now, then] = [outcome.errors[index], run.errors[index]];
    if (!isSameError(now, then)) return { kind: 'error', now, then };
  }
  // A run whose process was killed has neither a result nor errors.
  if (run.state !== 'done') return run.errors.length > 0 ? undefined : { kind: 'unknown' };
  const then = run.value && (await values.value(run.value));
  if (then?.ok === false) return { kind: 'unknown' };
  if (isSame(outcome.value, then?.value)) return undefined;
  return { kind: 'result', found: differences(shown(outcome.value), shown(then?.value), couldBeThere) };
}

/** A missing value was not hidden, so only a present value can equal a hidden one. */
function couldBeThere(now: JsonValue | undefined, then: JsonValue | undefined): boolean {
  return now !== undefined && couldBe(then, now);
}

function toolOf(error: RunError | undefined): string | undefined {
  return error?.toolError && `${error.toolError.server}.${error.toolError.tool}`;
}
