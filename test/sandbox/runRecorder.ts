// The record of a run for tests of replay, in memory: conditions, ticks, calls and answers; and a run over such a
// record.
import { answersHeard } from '../../src/journal/record/recordedTicks.ts';
import type {
  CallContext,
  CallReply,
  GuestCall,
  LogEntry,
  Sandbox,
  SandboxHandlers,
  SandboxLimits,
  SandboxOutcome,
  SandboxScript,
} from '../../src/sandbox/host/sandboxPort.ts';
import type { RunConditions, Tick } from '../../src/sandbox/protocol/messages.ts';
import { RecordingHandlers, untilAborted } from './sandboxBed.ts';

export type RecordedEvent =
  | { readonly tick: Tick }
  | { readonly call: GuestCall }
  | { readonly answered: GuestCall; readonly reply: CallReply };

/** A recording as plain data. */
export interface RunRecording {
  readonly script: SandboxScript;
  readonly limits: SandboxLimits;
  readonly conditions: RunConditions;
  readonly ticks: readonly Tick[];
  /** Without a reply if the run ended before the answer. */
  readonly calls: readonly { readonly call: GuestCall; readonly reply?: CallReply }[];
}

/** Passes everything on to `handlers` and keeps the data that are needed to run the script again. */
export class RunRecorder implements SandboxHandlers {
  readonly #handlers: SandboxHandlers;
  readonly events: RecordedEvent[] = [];
  #conditions: RunConditions | undefined;

  constructor(handlers: SandboxHandlers = new RecordingHandlers()) {
    this.#handlers = handlers;
  }

  get ticks(): readonly Tick[] {
    return this.events.flatMap((event) => ('tick' in event ? [event.tick] : []));
  }

  async call(call: GuestCall, context: CallContext): Promise<CallReply> {
    this.events.push({ call });
    const reply = await this.#handlers.call(call, context);
    if (!context.signal.aborted) this.events.push({ answered: call, reply });
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

  conditions(conditions: RunConditions): void {
    this.#conditions = conditions;
  }

  tick(tick: Tick): void {
    this.events.push({ tick });
  }

  /**
   * Returns the record so far, or its first `length` events. The record is converted to JSON and back, as if it had
   * been kept in a file.
   */
  recording(script: SandboxScript, limits: SandboxLimits, length = this.events.length): RunRecording {
    if (this.#conditions === undefined) throw new Error('The run has not begun.');
    const calls = new Map<number, { call: GuestCall; reply?: CallReply }>();
    const ticks: Tick[] = [];
    for (const event of this.events.slice(0, length)) {
      if ('tick' in event) ticks.push(event.tick);
      else if ('call' in event) calls.set(event.call.sequence, { call: event.call });
      else calls.set(event.answered.sequence, { call: event.answered, reply: event.reply });
    }
    const recording: RunRecording = {
      script,
      limits,
      conditions: this.#conditions,
      ticks,
      calls: [...calls.values()],
    };
    return JSON.parse(JSON.stringify(recording)) as RunRecording;
  }
}

export interface Replayed {
  readonly outcome: SandboxOutcome;
  readonly handlers: RecordingHandlers;
  /** Calls that the recording lacks or has in another form. Without `live`, the first of them ends the run. */
  readonly unknown: readonly GuestCall[];
  /** The record of this run. */
  readonly recorder: RunRecorder;
}

/**
 * Runs a recorded script again. With `live`, the run goes on where the recording ends, and `live` answers the calls
 * that are not recorded.
 */
export async function replay(
  sandbox: Sandbox,
  recording: RunRecording,
  { live, signal }: { readonly live?: SandboxHandlers; readonly signal?: AbortSignal } = {},
): Promise<Replayed> {
  const { script, limits, conditions, ticks } = recording;
  const calls = new Map(recording.calls.map((recorded) => [recorded.call.sequence, recorded]));
  const heard = answersHeard(ticks);
  const unknown: GuestCall[] = [];
  const aborter = new AbortController();
  const handlers = new RecordingHandlers((made, context) => {
    const recorded = calls.get(made.sequence);
    const same = JSON.stringify(recorded?.call) === JSON.stringify(made);
    if (!same) unknown.push(made);
    if (same && recorded?.reply && (live !== undefined || heard.has(made.sequence))) return recorded.reply;
    if (live !== undefined) return live.call(made, context);
    if (!same) aborter.abort();
    return untilAborted(made, context);
  });
  const recorder = new RunRecorder(handlers);
  const replayed: SandboxScript = {
    ...script,
    replay: { conditions, ticks, then: live === undefined ? 'stop' : 'live' },
  };
  const outcome = await sandbox.run(
    replayed,
    recorder,
    limits,
    AbortSignal.any([aborter.signal, ...(signal ? [signal] : [])]),
  );
  return { outcome, handlers, unknown, recorder };
}
