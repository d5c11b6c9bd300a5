// Gives the events of each run to the record, the audit log and telemetry, under one id. A failure in one of them does
// not affect the others.
import type { RunJournal, RunRecorder, RunStart } from '../../engine/index.ts';
import { mustBeRecorded } from './resumable.ts';
import { RunIds } from './runId.ts';

/** Receives the events of runs beside the record: the audit log or telemetry. */
export interface RunListener {
  /**
   * Returns undefined if the listener wants no events of this run. The listener may call `leave` later; from then on it
   * gets no events.
   */
  begin(run: RunStart, id: string, leave: () => void): Omit<RunRecorder, 'id' | 'isResumable'> | undefined;
  /** True if no run may start without this listener. Asked only after the listener failed. */
  isRequired?(): Promise<boolean>;
}

type Listening = Omit<RunRecorder, 'id' | 'isResumable'>;

/** A listener of the run, or a stand-in that refuses the run. */
interface Part {
  readonly heard: Listening;
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
      const parts = new Set<Part>();
      let recorder: RunRecorder | undefined;
      try {
        recorder = record.begin(run);
      } catch (error) {
        failed(error);
      }
      const { resumes } = run;
      if (recorder) parts.add({ heard: recorder });
      else if (resumes !== undefined)
        parts.add(refusing(() => Promise.resolve(mustBeRecorded(resumes, 'it cannot be recorded'))));
      const id = recorder?.id ?? ids.next(Date.now());
      for (const listener of listeners) {
        const leave = () => {
          for (const part of parts) if (part.listener === listener) parts.delete(part);
        };
        try {
          const heard = listener.begin(run, id, leave);
          if (heard) parts.add({ heard, listener });
        } catch (error) {
          failed(error);
          // The listener gets no events of the run, which is refused if the listener is required.
          parts.add(refusing(() => refusalOf(listener, error)));
        }
      }
      return parts.size === 0 ? undefined : combined(recorder, parts, failed);
    },
  };
}

function refusing(ready: () => Promise<string | undefined>): Part {
  return { heard: { ...deaf, ready } };
}

/** Returns the reason to refuse the run; undefined if the run may start without the listener. */
async function refusalOf(listener: RunListener | undefined, error: unknown): Promise<string | undefined> {
  const isRequired = await listener?.isRequired?.().catch(() => true);
  return isRequired
    ? `It has to be recorded, which failed (${String(error)}): see the log of Code Mode.`
    : undefined;
}

const ignore = (): void => undefined;
export const deaf: Listening = {
  scriptStarted: ignore,
  called: ignore,
  decided: ignore,
  sending: () => undefined,
  answered: ignore,
  log: ignore,
  display: ignore,
  progress: ignore,
  forUser: ignore,
  asks: () => ignore,
  ended: ignore,
};

/** Returns the first reason to refuse that a listener gives. */
async function firstReason(asked: readonly Promise<string | undefined>[]): Promise<string | undefined> {
  for (const found of await Promise.allSettled(asked))
    if (found.status === 'fulfilled' && found.value !== undefined) return found.value;
  return undefined;
}

/**
 * `parts` are the listeners that take part at the moment. The interface says that they do not throw; if one does, the
 * run goes on.
 */
function combined(
  record: RunRecorder | undefined,
  parts: ReadonlySet<Part>,
  failed: (error: unknown) => void,
): RunRecorder {
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      failed(error);
      return undefined;
    }
  };
  /**
   * Passes an event to all listeners. A list or a closure for each event of a call would take as long as the recording
   * itself.
   */
  const telling =
    <A, B = void, C = void>(tell: (part: Listening, a: A, b: B, c: C) => void) =>
    (a: A, b: B, c: C): void => {
      for (const { heard } of parts) {
        try {
          tell(heard, a, b, c);
        } catch (error) {
          failed(error);
        }
      }
    };
  const readyOf = async ({ heard, listener }: Part): Promise<string | undefined> => {
    try {
      return await heard.ready?.();
    } catch (error) {
      failed(error);
      return refusalOf(listener, error);
    }
  };
  return {
    get id() {
      return record?.id;
    },
    get isResumable() {
      return record?.isResumable === true;
    },
    ready: () => firstReason(Array.from(parts, readyOf)),
    trace: (sequence) => {
      for (const { heard } of parts) {
        if (!heard.trace) continue;
        const found = attempt(() => heard.trace?.(sequence));
        if (found) return found;
      }
      return undefined;
    },
    scriptStarted: telling((part, script) => part.scriptStarted(script)),
    // Only the record uses these events; the audit log and telemetry do not.
    ...(record?.tick && {
      conditions: telling((part, conditions) => part.conditions?.(conditions)),
      tick: telling((part, tick) => part.tick?.(tick)),
    }),
    called: telling((part, call) => part.called(call)),
    decided: telling((part, sequence, tool, decision) => part.decided(sequence, tool, decision)),
    sending: (sequence, writes) => {
      let waits: Promise<string | undefined>[] | undefined;
      for (const { heard } of parts) {
        try {
          const wait = heard.sending(sequence, writes);
          if (wait) (waits ??= []).push(wait);
        } catch (error) {
          failed(error);
        }
      }
      return waits && firstReason(waits);
    },
    answered: telling((part, sequence, reply, record) => part.answered(sequence, reply, record)),
    log: telling((part, entry) => part.log(entry)),
    display: telling((part, block) => part.display(block)),
    progress: telling((part, message, fraction, sequence) => part.progress(message, fraction, sequence)),
    forUser: telling((part, path, text) => part.forUser(path, text)),
    asks: (sequence) => {
      const stops = Array.from(parts, ({ heard }) => attempt(() => heard.asks(sequence)));
      return () => stops.forEach((stop) => attempt(() => stop?.()));
    },
    ended: telling((part, outcome) => part.ended(outcome)),
    saved: () => record?.saved?.() ?? Promise.resolve(undefined),
  };
}
