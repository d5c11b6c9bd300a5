// Replays a recorded run without its servers, or runs other code against its record.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { RunObserver, Engine, ReplayedRun, RunError, RunOutcome } from '../../engine/index.ts';
import { answersHeard } from '../../sandbox/index.ts';
import { RecordedCallIndex } from './recordedCallIndex.ts';
import { knownCalls, notRecorded, type Redacted, type RecordedValueReader } from './knownCalls.ts';
import { RecordedRun } from './recordedRun.ts';
import type { RunRecord } from '../record/runRecord.ts';

/** Returns values, names and code in the form in which they are recorded: without secrets. */
export interface Redaction extends Redacted {
  codeHash(code: string): string;
}

export interface ReplayParts {
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
  if (!read.ok) return refusedRun(read.problem);
  const { code, args, results, names } = read;
  const isSame = await isCodeOf(run, values, code, redactor);
  const { script, conditions } = run;
  if (!script || !conditions) return neverStarted(run, isSame);
  const known = await knownCalls(run, values, redactor, signal);
  if (!known.ok) return refusedRun(known.problem);
  const ticks = run.ticks.map(({ tick }) => tick);
  const past = new RecordedRun({
    run,
    calls: await RecordedCallIndex.of(known.calls),
    values,
    redacted: redactor,
    results,
    names,
    live: false,
    course: isSame ? { conditions, ticks, then: 'stop' } : { conditions, ticks: [], then: 'live' },
    certain: new Set(isSame ? run.callList.map(({ call }) => call) : []),
    ...(isSame && { heard: answersHeard(ticks) }),
  });
  const ended = isSame && run.durationMs !== undefined && { ended: endOf(run) };
  const replayed: ReplayedRun = Object.assign(past, { names, limits: script.limits }, ended);
  return engine.replay({ code, args, past: replayed, ...(observer && { observer }), signal });
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

interface Script {
  readonly ok: true;
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
): Promise<Script | { readonly ok: false; readonly problem: string }> {
  const parts: Record<string, JsonValue> = {};
  const results: Record<string, JsonValue> = {};
  const wanted = [
    ...(given.code === undefined ? [['code', run.code, 'its code'] as const] : []),
    ...(given.args === undefined && run.args ? [['args', run.args, 'codemode.args'] as const] : []),
    ...(run.script ? [['names', run.script.names, 'the list of tools'] as const] : []),
  ];
  for (const [part, value, what] of wanted) {
    const read = await values.value(value);
    if (!read.ok) return { ok: false, problem: notRecorded(run.id, what, read.reason) };
    parts[part] = read.value;
  }
  for (const [handle, value] of Object.entries(run.script?.results ?? {})) {
    const read = await values.value(value);
    if (!read.ok)
      return { ok: false, problem: notRecorded(run.id, `codemode.results.${handle}`, read.reason) };
    results[handle] = read.value;
  }
  return {
    ok: true,
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

function endOf({ state, errors, warnings, notes }: RunRecord): NonNullable<ReplayedRun['ended']> {
  return { ok: state === 'done', errors, warnings, notes, forUser: [] };
}

/** Reads the names with checks, since a record is a file that may say anything. */
function namesOf(value: JsonValue | undefined): Script['names'] {
  const entries = Object.entries(isJsonObject(value) ? value : {}).map(
    ([namespace, names]): [string, readonly string[]] => [
      namespace,
      Array.isArray(names) ? names.filter((name: JsonValue) => typeof name === 'string') : [],
    ],
  );
  return Object.fromEntries(entries);
}
