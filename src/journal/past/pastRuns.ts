// Replays and resumes recorded runs of one store, for the editor, the terminal and the MCP server. Users and models
// write the ids, so an id can be any text.
import { setTimeout } from 'node:timers/promises';
import {
  answeringInFlight,
  type CallRecord,
  type InFlightAnswer,
  type Engine,
  type RunOutcome,
} from '../../engine/index.ts';
import { receipt } from '../../engine/formatting/index.ts';
import {
  endDifference,
  isCodeOf,
  refusedRun,
  replayRun,
  type Redaction,
  type ReplayOptions,
} from './replayRun.ts';
import type { RecordedValueReader } from './knownCalls.ts';
import { pastRecord } from './recordedRun.ts';
import { ResumeClaims } from './resumeClaims.ts';
import type { SharedRuns } from '../record/sharedRuns.ts';
import { resumeRun, unread, type ResumableRuns, type ResumeRequest } from './resumeRun.ts';
import type { RecordedCall, RunRecord } from '../record/runRecord.ts';
import { differenceLines } from './valueDiff.ts';
import { isJsonObject } from '../../base/json.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface PastRunsParts {
  readonly folder: string;
  readonly runs: ResumableRuns;
  readonly redactor: Redaction;
  readonly shared?: SharedRuns;
}

/** `text`: the differences, in lines for people. `diverged`: the script makes a call that the record lacks. */
export type RunTestResult =
  { readonly kind: 'pass' } | { readonly kind: 'differs' | 'diverged' | 'notRun'; readonly text: string };

/** Maximum number of differences in the result of a test that are listed. */
const mostShown = 20;
const [longestWaitMs, betweenReadsMs] = [12_000, 500] as const;

export class PastRuns {
  readonly #parts: PastRunsParts;
  readonly #claims: ResumeClaims;

  constructor(parts: PastRunsParts) {
    this.#parts = parts;
    this.#claims = new ResumeClaims(parts.folder, parts.shared);
  }

  /** Replays a run. Nothing is sent, asked or recorded. Each failure is an outcome, also an unknown id. */
  async replay(engine: Pick<Engine, 'replay'>, id: string, options: ReplayOptions): Promise<RunOutcome> {
    const { runs, redactor } = this.#parts;
    const run = await runs.read(id).catch(unread);
    if (run && 'problem' in run) return refusedRun(run.problem);
    return run ? replayRun({ engine, values: runs, redactor }, run, options) : refusedRun(noRun(id));
  }

  /** True if a replay ended as the record did. */
  async isSameEnd(outcome: RunOutcome, record: RunRecord): Promise<boolean> {
    const { runs, redactor } = this.#parts;
    return (await endDifference({ values: runs, redactor }, outcome, record)) === undefined;
  }

  /** True if the code of the run is recorded and differs from `code`. */
  async isEdited(run: RunRecord, code: string): Promise<boolean> {
    const { runs, redactor } = this.#parts;
    return (await runs.value(run.code)).ok && !(await isCodeOf(run, runs, code, redactor));
  }

  /**
   * Resumes a run; the new run is like any other and has a record of its own. `inFlight`, not checked yet, tells which
   * calls of the resumed run took effect, for callers without a user to ask.
   */
  async resume(
    engine: Pick<Engine, 'execute'>,
    { inFlight, ...request }: ResumeRequest & { readonly inFlight?: unknown },
  ): Promise<RunOutcome> {
    const { runs, redactor } = this.#parts;
    const answers = readInFlight(inFlight);
    if (!answers) return refusedRun(`inFlight is ${stringifyExact(inFlight).slice(0, 100)}.`, inFlightForm);
    const approver = answeringInFlight(request.approver, ({ call }) => answers.get(call));
    const claim = (id: string) => this.#claims.claim(id);
    const parts = { engine, runs, claim, redactor };
    const resumed = await resumeRun(parts, { ...request, approver }).catch(unread);
    return 'problem' in resumed ? refusedRun(resumed.problem) : resumed;
  }

  /** Tells a model what a run did whose process is gone, and how to go on. Undefined if the run made no calls. */
  async whatBecameOf(id: string): Promise<string | undefined> {
    let run = await this.#parts.runs.read(id);
    // A process that was killed counts as running for some seconds.
    for (let waited = 0; run?.state === 'running' && waited < longestWaitMs; waited += betweenReadsMs) {
      await setTimeout(betweenReadsMs);
      run = await this.#parts.runs.read(id);
    }
    return run && interruptedText(run);
  }

  /**
   * Uses an exported run as a test of its script: the script with its current `code` runs against the record, without
   * servers, and must have the same result. Rejects only when aborted.
   */
  async test(
    engine: Pick<Engine, 'replay'>,
    saved: { readonly record: RunRecord } & RecordedValueReader,
    code: string,
    signal: AbortSignal,
  ): Promise<RunTestResult> {
    const { record: run } = saved;
    const parts = { engine, values: saved, redactor: this.#parts.redactor };
    if (run.dryRun) return { kind: 'notRun', text: `Run ${run.id} was a dry run.` };
    if (run.state !== 'done' && run.state !== 'failed')
      return { kind: 'notRun', text: `Run ${run.id} did not come to its end.` };
    const outcome = await replayRun(parts, run, { code, signal });
    signal.throwIfAborted();
    const [error] = outcome.errors;
    if (error?.code === 'diverged') return { kind: 'diverged', text: error.message };
    if (error?.code === 'not_recorded') return { kind: 'notRun', text: error.message };
    const other = await endDifference(parts, outcome, run);
    if (!other) return { kind: 'pass' };
    if (other.kind === 'unknown')
      return { kind: 'notRun', text: `The result of run ${run.id} is not recorded.` };
    const lines =
      other.kind === 'error'
        ? [endText('Now', other.now), endText('Recorded', other.then)]
        : ['The result differs:', ...differenceLines(other.found, mostShown)];
    return { kind: 'differs', text: lines.join('\n') };
  }
}

function endText(when: string, error: RunRecord['errors'][number] | undefined): string {
  return `  ${when}: ${error ? `it failed (${error.code}): ${error.message}` : 'it succeeded'}`;
}

const inFlightForm = 'Pass numbers of calls: inFlight: { "3": "happened", "5": "not-happened" }.';

/** Returns the answers by `CallInFlight.call`; undefined if the value has another form. */
function readInFlight(value: unknown): ReadonlyMap<string, InFlightAnswer> | undefined {
  if (value === undefined) return new Map();
  if (!isJsonObject(value)) return undefined;
  const answers = new Map<string, InFlightAnswer>();
  for (const [call, fate] of Object.entries(value)) {
    if (fate !== 'happened' && fate !== 'not-happened') return undefined;
    answers.set(call, { kind: fate === 'happened' ? 'happened' : 'didNotHappen' });
  }
  return answers;
}

function noRun(id: string): string {
  return `There is no run ${JSON.stringify(id.slice(0, 40))}.`;
}

/** A run that made no calls did nothing, and gets no text. */
function interruptedText(run: RunRecord): string | undefined {
  const calls = run.callList.filter(({ target }) => target !== 'codemode').map(callRecord);
  if (calls.length === 0) return undefined;
  return [
    `Run ${run.id} did not end: its process is gone.`,
    ...receipt(calls),
    `To go on from there, pass resume: "${run.id}".`,
  ].join('\n');
}

function callRecord(recorded: RecordedCall): CallRecord {
  const { call, input } = recorded;
  return {
    ...pastRecord(recorded),
    sequence: call,
    ...(input && 'v' in input && { input: input.v }),
  };
}
