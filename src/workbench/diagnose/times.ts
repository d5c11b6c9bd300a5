// Measures the first run, a further run and a call on this machine. The figures are for one machine at one moment, to
// be compared with docs/benchmarks.md.
import { setTimeout as delay } from 'node:timers/promises';
import { runTrial, type TrialSandbox } from './trialSandbox.ts';

/** Times in milliseconds, rounded to hundredths. */
export interface Times {
  /** Time of the first run, including the start of all parts. */
  readonly firstRunMs: number;
  /** Time of the fastest of some further runs; each has a process or machine that already waits. */
  readonly runMs: number;
  /** Mean time of a call from the script to the host and back. */
  readonly callMs: number;
}

const furtherRuns = 3;
/** Pause before each further run, in milliseconds, in which the next process starts. */
const pauseMs = 400;
const calls = 200;
const nothing = 'return 1';
const manyCalls = `for (let i = 0; i < ${calls}; i++) await tools.trial.call({ i }); return 1`;

/** Undefined if a run failed; the status of the sandbox then gives the reason. */
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
  return {
    firstRunMs: rounded(first),
    runMs: rounded(run),
    callMs: rounded(Math.max(0, withCalls - run) / calls),
  };
}

async function timed(sandbox: TrialSandbox, body: string, signal: AbortSignal): Promise<number | undefined> {
  const startedAt = performance.now();
  const outcome = await runTrial(sandbox, body, signal);
  return outcome.ok ? performance.now() - startedAt : undefined;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
