// A run as it was: its script, the answers to its calls, and what time and chance gave it. Enough to run it again
// exactly as it went, without its servers, and to find out where another script would have gone another way.
import { isDeepStrictEqual } from 'node:util';
import type {
  CallContext,
  CallReply,
  GuestCall,
  LogEntry,
  RunTrace,
  Sandbox,
  SandboxFailureCode,
  SandboxHandlers,
  SandboxLimits,
  SandboxOutcome,
  SandboxScript,
} from './sandboxPort.ts';

interface RecordedCall {
  readonly call: GuestCall;
  /** Absent when the run ended before the answer. */
  readonly reply?: CallReply;
}

/** Plain data. */
export interface RunRecording {
  readonly script: SandboxScript;
  readonly limits: SandboxLimits;
  readonly trace: RunTrace;
  /** Without those that still waited for their turn at a server. */
  readonly calls: readonly RecordedCall[];
  readonly outcome: SandboxOutcome;
}

/** Handlers that pass everything on to `handlers` and remember the answers. */
export class RunRecorder implements SandboxHandlers {
  readonly #handlers: SandboxHandlers;
  readonly #calls = new Map<number, RecordedCall>();
  #trace: RunTrace | undefined;

  constructor(handlers: SandboxHandlers) {
    this.#handlers = handlers;
  }

  async call(call: GuestCall, context: CallContext): Promise<CallReply> {
    this.#calls.set(call.sequence, { call });
    const reply = await this.#handlers.call(call, context);
    if (!context.signal.aborted) this.#calls.set(call.sequence, { call, reply });
    return reply;
  }

  log(entry: LogEntry): void {
    this.#handlers.log(entry);
  }

  display(block: Parameters<SandboxHandlers['display']>[0]): void {
    this.#handlers.display(block);
  }

  progress(message: string, fraction: number | undefined): void {
    this.#handlers.progress(message, fraction);
  }

  trace(trace: RunTrace): void {
    this.#trace = trace;
    this.#handlers.trace?.(trace);
  }

  /** undefined for a run that was cancelled, or never started. */
  recording(script: SandboxScript, limits: SandboxLimits, outcome: SandboxOutcome): RunRecording | undefined {
    return this.#trace && { script, limits, trace: this.#trace, calls: [...this.#calls.values()], outcome };
  }
}

/** What ended a run from outside: a replay that comes to the same point has the same end. */
const endsFromOutside: readonly SandboxFailureCode[] = ['cpu_limit', 'timeout', 'memory_limit', 'sandbox_died'];

/**
 * Runs a recorded script again, with the recorded answers; nothing is called. `diverged` when the script does something
 * that the recording has not, which is so when it was changed, or when another runtime runs it differently.
 */
export async function replay(
  sandbox: Sandbox,
  recording: RunRecording,
  output: Pick<SandboxHandlers, 'log' | 'display' | 'progress'>,
  signal: AbortSignal,
): Promise<SandboxOutcome> {
  const { script, limits, trace, outcome: recorded } = recording;
  const aborter = new AbortController();
  let divergence: string | undefined;
  const calls = new Map(recording.calls.map((known) => [known.call.sequence, known]));
  const heard = answersHeard(trace.ticks);
  const call = (made: GuestCall, context: CallContext): Promise<CallReply> => {
    const known = calls.get(made.sequence);
    const same = isDeepStrictEqual(known?.call, made);
    if (same && known?.reply && heard.has(made.sequence)) return Promise.resolve(known.reply);
    if (!same) {
      divergence ??= `The script diverged from its recording: call ${made.sequence} is ${textOf(made)}, and was ${known ? textOf(known.call) : 'none'}.`;
      aborter.abort();
    }
    return new Promise((resolve) => context.signal.addEventListener('abort', () => resolve(unanswered)));
  };
  const handlers: SandboxHandlers = {
    call,
    log: (entry) => output.log(entry),
    display: (block) => output.display(block),
    progress: (message, fraction) => output.progress(message, fraction),
  };
  const outcome = await sandbox.run({ ...script, replay: trace }, handlers, limits, AbortSignal.any([signal, aborter.signal]));
  if (divergence !== undefined) return { ok: false, failure: { code: 'diverged', message: divergence } };
  const endedThere = !outcome.ok && outcome.failure.code === 'recording_ended';
  return endedThere && !recorded.ok && endsFromOutside.includes(recorded.failure.code) ? recorded : outcome;
}

/**
 * The calls whose answers the script has heard. An answer that came as the run ended is not given again: it would let out a
 * call that waited for its turn, of which the recording knows nothing.
 */
function answersHeard(ticks: RunTrace['ticks']): ReadonlySet<number> {
  return new Set(ticks.flatMap(([, ...begunBy]) => begunBy.filter((number) => number > 0)));
}

const unanswered: CallReply = { ok: true, value: undefined };

function textOf(call: GuestCall): string {
  const { target } = call;
  const name = target === 'codemode' ? `codemode.${call.method}` : `tools.${call.server}.${target === 'tool' ? call.tool : call.method}`;
  const input = call.target === 'codemode' ? JSON.stringify(call.params) : call.input === undefined ? '' : JSON.stringify(call.input);
  return `${name}(${input.length > 200 ? `${input.slice(0, 200)}…` : input})`;
}
