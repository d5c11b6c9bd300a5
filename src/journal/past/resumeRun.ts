// Resumes a run that did not finish: finished calls are answered from its record, the user is asked about writes
// without an answer, and all other calls are made now (docs/decisions/0032-replay-and-resume.md).
import { SharedStateError } from '../../engine/stores/index.ts';
import type { ExecuteRequest, Engine, RunParent, RunOutcome } from '../../engine/index.ts';
import {
  knownCalls,
  RecordedCallIndex,
  withEarlier,
  type KnownCall,
  type RecordedValueReader,
} from './knownCalls.ts';
import { RecordedRun, type RecordedRunParts } from './recordedRun.ts';
import { isCodeOf, recordedScript, refusedRun, type RecordedScript, type Redaction } from './replayRun.ts';
import { mustBeRecorded, recordNotWhole, whyNotResumable } from '../record/resumable.ts';
import { retriedCalls } from './retriedCalls.ts';
import { parentText } from '../record/runId.ts';
import type { Found, RunRecord, RunSummary } from '../record/runRecord.ts';

/** Ensures that a run has one resumption at a time; the owner disposes of the claim when the resumption has ended. */
export type Claim = Found<AsyncDisposable>;

/** A store of runs, as far as a resumption needs it. */
export interface ResumableRuns extends RecordedValueReader {
  /** Returns one clause that says why a run that begins now would not be recorded; undefined if it would be. */
  whyNotRecorded(): string | undefined;
  list(): Promise<readonly RunSummary[]>;
  /** Undefined if there is no run with this id. The id may be any text. */
  read(id: string): Promise<RunRecord | undefined>;
}

interface ResumeParts {
  readonly engine: Pick<Engine, 'execute'>;
  readonly runs: ResumableRuns;
  readonly claim: (id: string) => Promise<Claim>;
  readonly redactor: Redaction;
}

/** `code` and `args` replace those of the recorded run. */
export interface ResumeRequest extends Omit<ExecuteRequest, 'code' | 'past' | 'session'> {
  /** The id of the run, not checked yet. */
  readonly run: unknown;
  readonly code?: unknown;
  /**
   * Present if a model asks: a model may resume only runs of its own session. Absent otherwise; the new run then has
   * the session of the recorded run.
   */
  readonly session?: string;
}

/** Maximum number of runs that resumed one another. */
const longestChain = 50;

/** Each failure is an outcome; a rejection is a bug. */
export async function resumeRun(parts: ResumeParts, request: ResumeRequest): Promise<RunOutcome> {
  const { engine, runs } = parts;
  const { run: id, session, signal } = request;
  const found = typeof id === 'string' ? await runs.read(id) : undefined;
  const unknown = `There is no run ${JSON.stringify(String(id).slice(0, 40))}${session === undefined ? '' : ' of this session'}.`;
  if (!found || (session !== undefined && found.session !== session))
    return refusedRun(unknown, 'A receipt names the run.');
  const claim = await parts.claim(found.id);
  if ('problem' in claim) return refusedRun(claim.problem);
  await using _claim = claim;
  // Another process may have written to the record until the claim was made.
  const run = (await runs.read(found.id)) ?? found;
  const problem = whyNotResumable(run, await runs.list(), request.code !== undefined);
  if (problem !== undefined) return refusedRun(problem);
  const base = await started(run, runs);
  if ('problem' in base) return refusedRun(base.problem);
  const read = await recordedScript(base.run, runs, request);
  if ('problem' in read) return refusedRun(read.problem);
  const past = await pastOf(parts, base.run, read, signal);
  if ('problem' in past) return refusedRun(past.problem);
  const { code, args } = read;
  // Nothing is awaited between this check and the start of the run.
  const unrecorded = runs.whyNotRecorded();
  if (unrecorded !== undefined)
    return refusedRun(mustBeRecorded(run.id, unrecorded), 'Turn on recording, or run the script again.');
  return await engine.execute({
    ...request,
    code,
    ...(args !== undefined && { args }),
    session: run.session,
    past,
  });
}

/**
 * Returns the run, or, if the script of the run never started, the nearest earlier run in the chain whose script did.
 */
async function started(run: RunRecord, runs: ResumableRuns): Promise<Found<{ readonly run: RunRecord }>> {
  let at = run;
  for (let length = 0; !at.conditions && at.resumes !== undefined && length < longestChain; length++) {
    const before = await runs.read(at.resumes);
    if (!before) return { problem: gone(at) };
    at = before;
  }
  return { run: at };
}

async function pastOf(
  parts: ResumeParts,
  run: RunRecord,
  { code, results, names }: RecordedScript,
  signal: AbortSignal,
  numberPrefix = '',
): Promise<Found<RecordedRun>> {
  const { runs, redactor } = parts;
  const isSame = await isCodeOf(run, runs, code, redactor);
  const scripts = nestedRuns(parts, await runs.list(), signal, numberPrefix);
  const own = await callsOf(run, parts, scripts, signal);
  if ('problem' in own) return own;
  const { conditions, script: { catalog } = {} } = run;
  const { ticks, certain } = retriedCalls(run);
  return new RecordedRun({
    run,
    calls: await RecordedCallIndex.of(own.calls),
    values: runs,
    redacted: redactor,
    results,
    live: true,
    ...(isSame && { names, ...(catalog !== undefined && { catalog }) }),
    course: conditions && { conditions, ticks: isSame ? ticks : [], then: 'live' },
    certain: new Set(isSame ? certain : []),
    numberPrefix,
    scripts,
  });
}

/** Returns the runs of saved scripts, by the calls that began them. */
function nestedRuns(
  parts: ResumeParts,
  all: readonly RunSummary[],
  signal: AbortSignal,
  numberPrefix: string,
): NonNullable<RecordedRunParts['scripts']> {
  const ids = new Map(all.flatMap(({ id, parent }) => (parent ? [[parentText(parent), id] as const] : [])));
  const past = async (call: RunParent, code: string) => {
    const run = await parts.runs.read(ids.get(parentText(call)) ?? '');
    if (!run || run.notWhole)
      return { problem: `the record of its run within run ${call.run} is not whole.` };
    const base = await started(run, parts.runs);
    if ('problem' in base) return base;
    const read = await recordedScript(base.run, parts.runs, { code });
    if ('problem' in read) return read;
    const found = await pastOf(parts, base.run, { ...read, code }, signal, `${numberPrefix}${call.call}.`);
    return 'problem' in found ? found : { past: found };
  };
  return { has: (call) => ids.has(parentText(call)), past: (call, code) => past(call, code).catch(unread) };
}

/** Returns the sentence that says why records cannot be read. Rethrows other errors. */
export function unread(error: unknown): { readonly problem: string } {
  if (error instanceof SharedStateError) return { problem: error.message };
  throw error;
}

/**
 * Returns the calls of the run and of the runs that it resumed: with other code, the run may not have reached all
 * writes of the earlier runs.
 */
async function callsOf(
  run: RunRecord,
  { runs, redactor }: ResumeParts,
  scripts: ReturnType<typeof nestedRuns>,
  signal: AbortSignal,
): Promise<Found<{ readonly calls: readonly KnownCall[] }>> {
  const chain = [run];
  for (let at = run; ;) {
    // Another run that also resumed it may have been deleted, together with the record of its writes.
    if (at.notWhole) return { problem: recordNotWhole(at.id) };
    if (at.resumes === undefined) break;
    if (chain.length === longestChain)
      return { problem: notResumed(run.id, `more than ${longestChain} runs went on with one another`) };
    const before = await runs.read(at.resumes);
    if (!before) return { problem: gone(at) };
    chain.push(before);
    at = before;
  }
  let calls: readonly KnownCall[] = [];
  for (const each of chain.reverse()) {
    const known = await knownCalls(each, runs, redactor, signal);
    if ('problem' in known) return known;
    calls = await withEarlier(known.calls, calls, (call) => scripts.has(call));
  }
  return { calls };
}

function gone({ id, resumes }: RunRecord): string {
  return notResumed(id, `it went on with run ${resumes ?? ''}, whose record is gone`);
}

function notResumed(id: string, why: string): string {
  return `Run ${id} cannot be resumed: ${why}. Look at what the run did, then run a script.`;
}
