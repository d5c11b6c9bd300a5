// Gives the events of each run to the record, the audit log and telemetry, under one id. A failure in one of them does
// not affect the others.
import type { RunJournal, RunRecorder, RunStart } from '../../engine/index.ts';
import { mustBeRecorded } from './resumable.ts';
import { RunIds } from './runId.ts';

/** The events of a run that a listener wants. */
export type RunEvents = Partial<Omit<RunRecorder, 'id' | 'isResumable'>>;

/** Receives the events of runs beside the record: the audit log or telemetry. */
export interface RunListener {
  /**
   * Returns undefined if the listener wants no events of this run. The listener may call `leave` later; from then on it
   * gets no events.
   */
  begin(run: RunStart, id: string, leave: () => void): RunEvents | undefined;
  /** True if no run may start without this listener. Asked only after the listener failed. */
  isRequired?(): Promise<boolean>;
}

/** A listener of the run, or a stand-in that refuses the run. */
interface Part {
  readonly heard: RunEvents;
  readonly listener?: RunListener;
}

export function combinedJournal(
  record: RunJournal,
  listeners: readonly RunListener[],
  log: (line: string) => void,
): RunJournal {
  const ids = new RunIds();
  const failed = (error: unknown) => log(`Something of a run was not recorded: ${String(error)}`);
  return {
    begin: (run) => {
      const parts = new Parts(failed);
      const recorder = attempt(() => record.begin(run), failed);
      const { resumes } = run;
      if (recorder) parts.add({ heard: recorder });
      else if (resumes !== undefined)
        parts.refuse(() => Promise.resolve(mustBeRecorded(resumes, 'it cannot be recorded')));
      const id = recorder?.id ?? ids.next(Date.now());
      for (const listener of listeners) {
        try {
          const heard = listener.begin(run, id, () => parts.remove(listener));
          if (heard) parts.add({ heard, listener });
        } catch (error) {
          failed(error);
          // The listener gets no events of the run, which is refused if the listener is required.
          parts.refuse(() => refusalOf(listener, error));
        }
      }
      return parts.size === 0 ? undefined : combined(recorder, parts);
    },
  };
}

/** Returns the reason to refuse the run; undefined if the run may start without the listener. */
async function refusalOf(listener: RunListener | undefined, error: unknown): Promise<string | undefined> {
  const isRequired = await listener?.isRequired?.().catch(() => true);
  return isRequired
    ? `It has to be recorded, which failed (${String(error)}): see the log of Code Mode.`
    : undefined;
}

/** Returns undefined after a failure, which `failed` is told. */
function attempt<T>(work: () => T, failed: (error: unknown) => void): T | undefined {
  try {
    return work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** Returns the first reason to refuse that a listener gives. */
async function firstReason(asked: readonly Promise<string | undefined>[]): Promise<string | undefined> {
  for (const found of await Promise.allSettled(asked))
    if (found.status === 'fulfilled' && found.value !== undefined) return found.value;
  return undefined;
}

/**
 * The listeners that take part in a run at the moment. The interface says that they do not throw; if one does, the run
 * goes on.
 */
class Parts extends Set<Part> {
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    super();
    this.#failed = failed;
  }

  /** Adds a stand-in whose answer to `ready` may refuse the run. */
  refuse(ready: () => Promise<string | undefined>): void {
    this.add({ heard: { ready } });
  }

  remove(listener: RunListener): void {
    for (const part of this) if (part.listener === listener) this.delete(part);
  }

  /**
   * Returns a function that passes an event to all listeners. A list or a closure for each event of a call would take
   * as long as the recording itself.
   */
  telling<A, B = void, C = void>(
    tell: (part: RunEvents, a: A, b: B, c: C) => void,
  ): (a: A, b: B, c: C) => void {
    return (a, b, c) => {
      for (const { heard } of this) {
        try {
          tell(heard, a, b, c);
        } catch (error) {
          this.#failed(error);
        }
      }
    };
  }

  ready(): Promise<string | undefined> {
    return firstReason(
      Array.from(this, async ({ heard, listener }) => {
        try {
          return await heard.ready?.();
        } catch (error) {
          this.#failed(error);
          return refusalOf(listener, error);
        }
      }),
    );
  }

  trace(sequence: number): ReturnType<NonNullable<RunEvents['trace']>> {
    for (const { heard } of this) {
      const found = heard.trace && attempt(() => heard.trace?.(sequence), this.#failed);
      if (found) return found;
    }
    return undefined;
  }

  sending(sequence: number, writes: boolean): Promise<string | undefined> | undefined {
    let waits: Promise<string | undefined>[] | undefined;
    for (const { heard } of this) {
      const wait = attempt(() => heard.sending?.(sequence, writes), this.#failed);
      if (wait) (waits ??= []).push(wait);
    }
    return waits && firstReason(waits);
  }

  asks(sequence: number | undefined): () => void {
    const stops = Array.from(this, ({ heard }) => attempt(() => heard.asks?.(sequence), this.#failed));
    return () => stops.forEach((stop) => attempt(() => stop?.(), this.#failed));
  }
}

function combined(record: RunRecorder | undefined, parts: Parts): RunRecorder {
  return {
    get id() {
      return record?.id;
    },
    get isResumable() {
      return record?.isResumable === true;
    },
    ready: () => parts.ready(),
    trace: (sequence) => parts.trace(sequence),
    scriptStarted: parts.telling((part, script) => part.scriptStarted?.(script)),
    // Only the record uses these events; the audit log and telemetry do not.
    ...(record?.tick && {
      conditions: parts.telling((part, conditions) => part.conditions?.(conditions)),
      tick: parts.telling((part, tick) => part.tick?.(tick)),
    }),
    called: parts.telling((part, call) => part.called?.(call)),
    decided: parts.telling((part, sequence, tool, decision) => part.decided?.(sequence, tool, decision)),
    sending: (sequence, writes) => parts.sending(sequence, writes),
    answered: parts.telling((part, sequence, reply, call) => part.answered?.(sequence, reply, call)),
    log: parts.telling((part, entry) => part.log?.(entry)),
    display: parts.telling((part, block) => part.display?.(block)),
    progress: parts.telling((part, message, fraction, sequence) =>
      part.progress?.(message, fraction, sequence),
    ),
    forUser: parts.telling((part, path, text) => part.forUser?.(path, text)),
    asks: (sequence) => parts.asks(sequence),
    ended: parts.telling((part, outcome) => part.ended?.(outcome)),
    saved: () => record?.saved?.() ?? Promise.resolve(undefined),
  };
}
