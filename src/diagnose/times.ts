// How long it takes here: a first run, one more, a call. Figures of one machine at one moment, to be compared with those of
// docs/benchmarks.md.
import { setTimeout as delay } from 'node:timers/promises';
import { runTrial, type TrialSandbox } from './trialSandbox.ts';

/** In milliseconds, rounded to hundredths. */
export interface Times {
  /** The first run, with the start of all that it needs. */
  readonly firstRunMs: number;
  /** The fastest of a few further ones, each with a process or machine that waits for it. */
  readonly runMs: number;
  /** There and back, the mean of many. */
  readonly callMs: number;
}

const furtherRuns = 3;
/** Before each: time for the next process to start. */
const pauseMs = 400;
const calls = 200;
const nothing = 'return 1';
const manyCalls = `for (let i = 0; i < ${calls}; i++) await tools.trial.call({ i }); return 1`;

/** undefined where a run failed: its status says why. */
export async function measureTimes(sandbox: TrialSandbox, signal: AbortSignal): Promise<Times | undefined> {
  const first = await timed(sandbox, nothing, signal);
  if (first === undefined) return undefined;
  const further: number[] = [];
  for (let i = 0; i < furtherRuns; i++) {
    await delay(pauseMs, undefined, { signal });
    const ms = await timed(sandbox, nothing, signal);
    if (ms === undefined) return undefined;
    further.push(ms);
  }
  const run = Math.min(...further);
  const withCalls = await timed(sandbox, manyCalls, signal);
  if (withCalls === undefined) return undefined;
  return { firstRunMs: rounded(first), runMs: rounded(run), callMs: rounded(Math.max(0, withCalls - run) / calls) };
}

/** undefined when the run failed: the status says why. */
async function timed(sandbox: TrialSandbox, body: string, signal: AbortSignal): Promise<number | undefined> {
  const startedAt = performance.now();
  const outcome = await runTrial(sandbox, body, signal);
  return outcome.ok ? performance.now() - startedAt : undefined;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
