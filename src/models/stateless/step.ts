// One step of a script whose tools its client calls: runs the script from the beginning with all known answers, until
// calls without an answer or until the end. No state is kept between steps, so each step may run in another process or
// on another machine (docs/decisions/0035-stateless-steps.md).
import { createHash } from 'node:crypto';
import { Catalog, toIdentifier } from '../../catalog/index.ts';
import type { JsonObject } from '../../base/json.ts';
import {
  recordedInput,
  type Engine,
  type Approver,
  type PastRun,
  type TypeCheckMode,
  type RunJournal,
  type CallRecord,
  type RunError,
  type RunOutcome,
} from '../../engine/index.ts';
import { shortJson } from './shortJson.ts';
import type { RunConditions } from '../../sandbox/index.ts';
import {
  requestNamespace,
  type AnsweredCall,
  type RequestTools,
  type StepCall,
  type StepSource,
} from './requestTools.ts';

export interface StepRequest {
  /** Unchecked code; the engine checks it. */
  readonly code: unknown;
  /** The title that the model gave: the engine checks it. */
  readonly title?: unknown;
  readonly tools: RequestTools;
  /** In the order of arrival, on which a script may depend. */
  readonly answers: readonly AnsweredCall[];
  /** Any text that is the same at each step of one script. All random values in the script derive from it. */
  readonly seed: string;
  /** Start of the script in milliseconds since 1970, the same at each step. */
  readonly start: number;
  /** Replaces the type check of the engine. */
  readonly typeCheck?: TypeCheckMode;
  /** Records this step as a run; undefined if the step is not recorded. */
  readonly journal?: RunJournal;
  readonly signal: AbortSignal;
}

export type StepOutcome =
  /** Calls to answer, all at once if the client can, because they do not depend on each other. */
  | { readonly kind: 'calls'; readonly calls: readonly StepCall[] }
  | { readonly kind: 'done' | 'failed'; readonly run: RunOutcome };

/** Maximum length of an input in an error message, in characters. */
const longestInput = 200;

/** Every failure is an outcome; a rejection is a bug. */
export async function step(engine: Engine, request: StepRequest): Promise<StepOutcome> {
  const { code, title, tools, answers, typeCheck, journal, signal } = request;
  const source = tools(answers);
  const catalog = new Catalog({ sources: [source], routing: () => ({}), log: () => undefined });
  const stateless = engine.over(catalog, {
    ...(typeCheck && { typeCheck: () => typeCheck }),
    ...(journal && { journal }),
  });
  const session = `step ${crypto.randomUUID()}`;
  const run = await stateless.execute({
    code,
    title,
    origin: { door: 'provider' },
    session,
    approver: clientDecides,
    past: courseOf(request),
    signal,
  });
  stateless.forget(session);
  const failed = async (errors = run.errors): Promise<StepOutcome> => ({
    kind: 'failed',
    run: { ...(await withAnswered(stateless, run, source.unused)), ok: false, errors },
  });
  const [error] = run.errors;
  if (error?.code === 'cancelled') return failed();
  const difference = await differenceOf(engine, source, run, request);
  if (difference) {
    // If the script missed an answered call, its own errors explain why. Errors after a call that differs from the
    // answered one explain nothing.
    const why = source.differing ? [] : run.errors.filter(({ code: end }) => end !== 'recording_ended');
    return failed([difference, ...why]);
  }
  if (error && endsFromOutside.includes(error.code)) return failed();
  if (run.ok) return { kind: 'done', run };
  if (error?.code === 'recording_ended')
    return { kind: 'calls', calls: source.open.toSorted((a, b) => a.call - b.call) };
  return { kind: 'failed', run };
}

/** Grants all calls, because nothing is sent from here; the client asks its user. */
const clientDecides: Approver = {
  approveRun: () => Promise.resolve({ granted: true, by: 'client' }),
  approveCall: () => Promise.resolve({ granted: true, by: 'client' }),
  askInFlight: () => Promise.resolve({ kind: 'didNotHappen' }),
};

/** Returns the conditions of the script, whose clock and random values depend only on the request. */
function courseOf({ seed, start, answers }: StepRequest): PastRun {
  const conditions: RunConditions = {
    startedAt: start,
    seed: createHash('sha256').update(seed).digest('hex'),
    timeZone: 'UTC',
    locale: 'en-US',
  };
  return {
    id: seed,
    course: { conditions, ticks: [], then: 'stop', trips: answers.map(({ call }) => call) },
    results: {},
    answer: () => Promise.resolve({ kind: 'makeNow' }),
    writesNow: () => undefined,
  };
}

/** Errors that do not show how the script would have continued: they may precede calls that an earlier step made. */
const endsFromOutside: readonly RunError['code'][] = [
  ...(['cpu_limit', 'timeout', 'memory_limit', 'call_limit', 'log_limit'] as const),
  ...(['meter_failed', 'sandbox_died', 'sandbox_unavailable'] as const),
];

/** Adds the answered calls that this step did not reach, because they did take place. */
async function withAnswered(
  engine: Engine,
  run: RunOutcome,
  unused: ReadonlyMap<number, AnsweredCall>,
): Promise<RunOutcome> {
  if (unused.size === 0) return run;
  const { servers } = await engine.snapshot({ servers: 'all', signal: new AbortController().signal });
  const tools = new Map(servers.flatMap((server) => server.tools.map((tool) => [tool.name, tool])));
  const answered = [...unused.values()].map(({ call: sequence, tool, input, isError }): CallRecord => {
    // The client may have removed the tool since then.
    const {
      path = `tools.${requestNamespace}.${toIdentifier(tool, 'tool')}`,
      server = requestNamespace,
      readOnly,
    } = tools.get(tool) ?? {};
    const kept = recordedInput(input);
    const state = isError ? 'failed' : 'finished';
    return {
      sequence,
      server,
      tool,
      path,
      ...(kept !== undefined && { input: kept }),
      writes: !readOnly,
      ms: 0,
      state,
    };
  });
  return { ...run, calls: [...run.calls, ...answered].toSorted((a, b) => a.sequence - b.sequence) };
}

/** Returns an error if the script differs from the one whose calls were answered. */
async function differenceOf(
  engine: Engine,
  { differing, unused }: StepSource,
  { calls, errors }: RunOutcome,
  { code, signal }: StepRequest,
): Promise<RunError | undefined> {
  const isCut = errors.some(({ code: end }) => endsFromOutside.includes(end));
  const [missed] = isCut ? [] : unused.values();
  if (!differing && !missed) return undefined;
  const hint = 'Its tools may have changed meanwhile. Write a new script for what is left.';
  if (!differing)
    return {
      code: 'diverged',
      message: `The script did not make call ${missed?.call ?? 0}, which was answered.`,
      hint,
    };
  const { made, answered } = differing;
  const path = calls.find(({ sequence }) => sequence === made.call)?.path ?? made.tool;
  const { named } = await engine.namedTools(String(code), signal);
  const lines = new Set(
    named.flatMap(({ server, tool, position }) =>
      `tools.${server}.${tool ?? ''}` === path ? position.line : [],
    ),
  );
  const where = lines.size === 0 ? '' : ` (line ${[...lines].join(', ')})`;
  const given = `${answered.tool}(${inputText(answered.input)})`;
  return {
    code: 'diverged',
    message: `Call ${made.call}${where} is ${made.tool}(${inputText(made.input)}); answered was ${given}.`,
    hint,
  };
}

function inputText(input: JsonObject): string {
  const text = shortJson(input, longestInput + 1);
  return text.length > longestInput ? `${text.slice(0, longestInput)}…` : text;
}
