// Gives the events of each run to the record, the audit log and telemetry, under one id. A failure in one of them does
// not affect the others.
import type { RunJournal, RunRecorder, RunStart } from '../../engine/index.ts';
import { mustBeRecorded } from './resumable.ts';
import { RunIds } from './runId.ts';

/** The events of a run that a listener wants. */
export type RunEvents = Partial<Omit<RunRecorder, 'id' | 'isResumable'>>;

/** Receives the events of runs beside the record: the audit log or telemetry. */
export interface RunListener {
  /** Returns undefined if the listener wants no events of this run. */
  begin(run: RunStart, id: string): RunEvents | undefined;
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
      const recorder = attempt(() => record.begin(run), failed);
      const id = recorder?.id ?? ids.next(Date.now());
      const heard = listeners.flatMap((listener) => attempt(() => listener.begin(run, id), failed) ?? []);
      const parts = [...(recorder ? [recorder] : unrecorded(run)), ...heard];
      return parts.length === 0 ? undefined : combined(recorder, parts, failed);
    },
  };
}

/** Returns a stand-in for the record that refuses a run which resumes another. */
function unrecorded({ resumes }: RunStart): readonly RunEvents[] {
  if (resumes === undefined) return [];
  return [{ ready: () => Promise.resolve(mustBeRecorded(resumes, 'it cannot be recorded')) }];
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

/** Passes each event to all parts. The interface says that they do not throw; if one does, the run goes on. */
function combined(
  record: RunRecorder | undefined,
  parts: readonly RunEvents[],
  failed: (error: unknown) => void,
): RunRecorder {
  const telling = tellerOf(parts, failed);
  return {
    get id() {
      return record?.id;
    },
    get isResumable() {
      return record?.isResumable === true;
    },
    ready: () =>
      firstReason(
        parts.map(async (part) => part.ready?.()),
        failed,
      ),
    trace: (sequence) => {
      for (const part of parts) {
        const found = part.trace && attempt(() => part.trace?.(sequence), failed);
        if (found) return found;
      }
      return undefined;
    },
    scriptStarted: telling((part, script) => part.scriptStarted?.(script)),
    // Only the record uses these events; the audit log and telemetry do not.
    ...(record?.tick && {
      conditions: telling((part, conditions) => part.conditions?.(conditions)),
      tick: telling((part, tick) => part.tick?.(tick)),
    }),
    called: telling((part, call) => part.called?.(call)),
    decided: telling((part, sequence, tool, decision) => part.decided?.(sequence, tool, decision)),
    sending: (sequence, writes) => {
      let waits: Promise<string | undefined>[] | undefined;
      for (const part of parts) {
        const wait = attempt(() => part.sending?.(sequence, writes), failed);
        if (wait) (waits ??= []).push(wait);
      }
      return waits && firstReason(waits, failed);
    },
    answered: telling((part, sequence, reply, call) => part.answered?.(sequence, reply, call)),
    log: telling((part, entry) => part.log?.(entry)),
    display: telling((part, block) => part.display?.(block)),
    progress: telling((part, message, fraction, sequence) => part.progress?.(message, fraction, sequence)),
    forUser: telling((part, path, text) => part.forUser?.(path, text)),
    asks: (sequence) => {
      const stops = parts.map((part) => attempt(() => part.asks?.(sequence), failed));
      return () => stops.forEach((stop) => attempt(() => stop?.(), failed));
    },
    ended: telling((part, outcome) => part.ended?.(outcome)),
    saved: () => record?.saved?.() ?? Promise.resolve(undefined),
  };
}

/**
 * Returns a maker of functions that pass an event to all parts. A list or a closure for each event of a call would take
 * as long as the recording itself.
 */
function tellerOf(parts: readonly RunEvents[], failed: (error: unknown) => void) {
  return <A, B = void, C = void>(tell: (part: RunEvents, a: A, b: B, c: C) => void) =>
    (a: A, b: B, c: C): void => {
      for (const part of parts) {
        try {
          tell(part, a, b, c);
        } catch (error) {
          failed(error);
        }
      }
    };
}

/** Returns the first reason to refuse that a part gives. */
async function firstReason(
  asked: readonly Promise<string | undefined>[],
  failed: (error: unknown) => void,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const found of await Promise.allSettled(asked)) {
    if (found.status === 'rejected') failed(found.reason);
    else first ??= found.value;
  }
  return first;
}
