// Repeats a recorded run, or runs another script against its record. No server and no user is asked and nothing is
// sent, so the same script has the same outcome.
import type { JsonObject } from '../base/json.ts';
import type { Preparation } from '../checker/index.ts';
import { stricterLimits, type SandboxFailure, type SandboxLimits } from '../sandbox/index.ts';
import { neverAnswered, PastCalls } from './calls/pastCalls.ts';
import type { EngineParts } from './engineParts.ts';
import { invalidRequest } from './executeRequest.ts';
import { explainFailure } from './formatting/index.ts';
import type { PastRun } from './pastRun.ts';
import { cancelled, failed, untilStopped, type Ending } from './runEnding.ts';
import type { RunObserver } from './runObserver.ts';
import type { RunError, RunOutcome } from './runOutcome.ts';
import { RunTranscript } from './runTranscript.ts';

export interface ReplayRequest {
  /** The code as received; the engine checks it. */
  readonly code: unknown;
  readonly args?: unknown;
  /** The earlier run. */
  readonly past: PastRun;
  readonly names: NonNullable<PastRun['names']>;
  /** The recorded limits; the user's current limits apply to the replay as well. */
  readonly limits: SandboxLimits;
  /** The end of the earlier run; absent if its process died, or if another script is run. */
  readonly ended?: Pick<RunOutcome, 'errors' | 'warnings' | 'notes' | 'forUser'>;
  readonly observer?: RunObserver;
  readonly signal: AbortSignal;
}

type Parts = Pick<EngineParts, 'sandbox' | 'limits'>;
type Prepare = (code: string) => Promise<Preparation>;

/** Replays the run. Every failure is an outcome; a rejection is a bug. */
export async function replayScript(
  parts: Parts,
  prepare: Prepare,
  request: ReplayRequest,
): Promise<RunOutcome> {
  const startedAt = performance.now();
  const { past, ended, signal } = request;
  const transcript = new RunTranscript(request.observer);
  const calls = new PastCalls({ past, observer: transcript.observer });
  const replay = { request, transcript, calls };
  const ending = await untilStopped(run(parts, prepare, replay), signal).catch((cause: unknown): Ending => {
    if (!signal.aborted) throw cause;
    return cancelled;
  });
  return {
    ok: ending.ok,
    value: ending.ok ? ending.value : undefined,
    errors: ending.ok ? [] : ending.errors,
    warnings: ended?.warnings ?? [],
    notes: ended?.notes ?? [],
    calls: calls.records().toSorted((a, b) => a.sequence - b.sequence),
    ...transcript.all(),
    ...(ended && { forUser: ended.forUser }),
    durationMs: performance.now() - startedAt,
  };
}

interface Replay {
  readonly request: ReplayRequest;
  readonly transcript: RunTranscript;
  readonly calls: PastCalls;
}

async function run({ sandbox, limits }: Parts, prepare: Prepare, replay: Replay): Promise<Ending> {
  const { request, transcript, calls } = replay;
  const { past, names, signal } = request;
  const invalid = invalidRequest(request, limits());
  if (invalid) return failed(invalid);
  const preparation = await prepare(String(request.code));
  if (!preparation.ok) return failed(...preparation.problems);
  const { script } = preparation;
  const outcome = await sandbox.run(
    {
      body: script.body,
      args: (request.args as JsonObject | undefined) ?? {}, // `invalidRequest` checked the type
      results: past.results,
      names,
      ...(past.course && { replay: past.course }),
    },
    {
      ...transcript.handlers(script),
      call: (guest, context) => calls.step({ guest, context }, neverAnswered),
    },
    stricterLimits(request.limits, limits()),
    AbortSignal.any([signal, calls.stopSignal]),
  );
  if (calls.stopped) return failed(calls.stopped);
  if (outcome.ok) return outcome;
  const explained = explainFailure(outcome.failure, { script, calls: calls.records(), mentions: new Map() });
  return failed(...(sameEnd(outcome.failure, explained, request) ?? [explained]));
}

/** Codes of errors that end a run from outside. A replay that reaches the same point ends in the same way. */
const endsFromOutside: readonly RunError['code'][] = [
  'cpu_limit',
  'timeout',
  'memory_limit',
  'cancelled',
  'sandbox_died',
  'meter_failed',
];

/** Returns the recorded errors, which tell more of the tools; undefined if the replay ends in another way. */
function sameEnd(
  { code }: SandboxFailure,
  explained: RunError,
  { ended }: ReplayRequest,
): readonly RunError[] | undefined {
  const [then] = ended?.errors ?? [];
  if (!ended || !then) return undefined;
  const same =
    code === 'recording_ended'
      ? endsFromOutside.includes(then.code)
      : then.code === explained.code && then.message === explained.message;
  return same ? ended.errors : undefined;
}
