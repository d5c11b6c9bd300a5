// Runs the actions of `code-mode runs` that need the engine: replay, resume and test.
import { rejectOnAbort } from '../../../base/withTimeout.ts';
import {
  allowingWrites,
  answeringInFlight,
  inFlightText,
  type Approver,
  type RunOutcome,
} from '../../../engine/index.ts';
import type { ResumeRequest, RunSummary } from '../../../journal/index.ts';
import type { CommandContext } from '../../commandContext.ts';
import type { PastRunsOptions } from '../../commandOptions.ts';
import { ExitCode } from '../../exitCode.ts';
import { TerminalApprover } from '../../interaction/index.ts';
import { printJson, say } from '../../terminal.ts';
import { exitCodeOf, liveOutput, print, readScriptFile, sayHowToResume } from '../run.ts';
import { outcomeJson } from '../runJson.ts';
import { findRun } from './findRun.ts';
import { testSavedRuns } from './testSavedRuns.ts';

type Options<Action extends PastRunsOptions['action']> = Extract<PastRunsOptions, { action: Action }>;
type RerunOptions = Options<'replay' | 'resume'>;

/** Runs the action. Throws `UsageError`. */
export async function pastRuns(context: CommandContext, options: PastRunsOptions): Promise<ExitCode> {
  if (options.action === 'test') return testSavedRuns(context, options);
  const run = findRun(await context.workbench.runs.list(), options.run);
  const { script } = options;
  const code =
    script === undefined
      ? undefined
      : await rejectOnAbort(readScriptFile(script, context.io), context.signal);
  return options.action === 'resume' || options.live
    ? resume(context, run, options, code)
    : replay(context, run, options, code);
}

/** Replays the run: no server is started, and no call is sent. */
async function replay(
  context: CommandContext,
  run: RunSummary,
  options: Options<'replay'>,
  code: string | undefined,
) {
  const { terminal, io, signal } = context;
  const { engine, runs } = context.workbench;
  const observer = options.json ? {} : liveOutput(terminal);
  const outcome = await runs.past.replay(engine, run.id, {
    ...(code !== undefined && { code }),
    observer,
    signal,
  });
  const record = await runs.read(run.id);
  const isSame = record !== undefined && (await runs.past.isSameEnd(outcome, record));
  if (options.json)
    printJson(io, { run: run.id, same: isSame, ...outcomeJson(outcome, { withInputs: false }) });
  else {
    print(outcome, options.script ?? run.name ?? '-', context);
    const about = isSame
      ? `The replay of run ${run.id} came to the same end. No server was called.`
      : whatDiffers(run, outcome);
    if (about !== undefined) say(io, about);
  }
  if (code === undefined) return isSame ? ExitCode.done : ExitCode.scriptFailed;
  return exitCodeOf(outcome);
}

function whatDiffers({ id }: RunSummary, { ok, errors }: RunOutcome): string | undefined {
  // The error already describes the difference.
  if (errors.some(({ code }) => code === 'not_recorded')) return undefined;
  if (errors.some(({ code }) => code === 'diverged'))
    return 'To go on from there with real calls, add --live-after.';
  return `${ok ? 'The replay came to another end than run' : 'This is not the end of run'} ${id}, which code-mode runs show ${id} has. No server was called.`;
}

/** Resumes the run as a new run with its own record. */
async function resume(
  context: CommandContext,
  run: RunSummary,
  options: RerunOptions,
  code: string | undefined,
) {
  const { terminal, io, signal } = context;
  const { engine, runs } = context.workbench;
  for (const problem of context.problems) terminal.say(`code-mode: ${problem}`);
  const name = options.script ?? run.name;
  const request: ResumeRequest = {
    run: run.id,
    ...(code !== undefined && { code }),
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    origin: {
      door: 'terminal',
      ...(name !== undefined && { name }),
      traceparent: process.env['TRACEPARENT'],
    },
    approver: approverOf(context, options),
    observer: options.json ? {} : liveOutput(terminal),
    signal,
  };
  const outcome = await runs.past.resume(engine, request);
  if (options.json) printJson(io, { resumes: run.id, ...outcomeJson(outcome, { withInputs: false }) });
  else {
    print(outcome, name ?? '-', context);
    sayHowToResume(outcome, options, io);
  }
  return exitCodeOf(outcome);
}

function approverOf({ questions }: CommandContext, { allowWrites, inFlight }: RerunOptions): Approver {
  const asking = new TerminalApprover(questions);
  const approver = allowWrites ? allowingWrites(asking) : asking;
  if (inFlight === undefined) return approver;
  return answeringInFlight(approver, (call) => {
    if (inFlight !== 'stop') return { kind: inFlight === 'happened' ? 'happened' : 'didNotHappen' };
    return { kind: 'stop', why: 'refused', reason: `${inFlightText(call)} --in-flight stop ended the run.` };
  });
}
