// The record, the audit log and telemetry hear of each run under one id. What fails in one of them is lost there and nowhere else.
import type { RunJournal, RunRecorder, RunStart } from '../engine/runJournal.ts';
import { mustBeRecorded } from './resumable.ts';

/** What stands beside the record. */
export interface RunListener {
  /** undefined where it wants nothing of this run. `leave`: to be called later where it turns out to want nothing more; then it hears nothing. */
  begin(run: RunStart, id: string, leave: () => void): Omit<RunRecorder, 'id' | 'isResumable'> | undefined;
  /** Whether no run may start that it does not hear of; asked where it failed. */
  isRequired?(): Promise<boolean>;
}

type Listening = Omit<RunRecorder, 'id' | 'isResumable'>;

export function combinedJournal(
  record: RunJournal,
  listeners: readonly RunListener[],
  newId: () => string,
  log: (line: string) => void,
): RunJournal {
  return {
    begin: (run) => {
      const attempt = attempts(log);
      const recorder = attempt(() => record.begin(run));
      const id = recorder?.id ?? newId();
      let parts: readonly Part[] = [...(recorder ? [{ heard: recorder }] : unrecorded(run))];
      for (const listener of listeners) {
        const leave = () => {
          parts = parts.filter((part) => part.listener !== listener);
        };
        parts = [...parts, ...partOf(listener, run, id, leave, log)];
      }
      return parts.length === 0 ? undefined : combined(recorder, () => parts, attempt, log);
    },
  };
}

type Attempt = <T>(work: () => T) => T | undefined;

/** By the port none of them throws: where one does all the same, the run goes on. */
function attempts(log: (line: string) => void): Attempt {
  return (work) => {
    try {
      return work();
    } catch (error) {
      log(lost(error));
      return undefined;
    }
  };
}

/** What hears of a run, or why it does not. */
interface Part {
  readonly heard: Listening;
  readonly listener?: RunListener;
}

/** A run that goes on with another has to have a record. */
function unrecorded({ resumes }: RunStart): readonly Part[] {
  if (resumes === undefined) return [];
  return [{ heard: { ...deaf, ready: () => Promise.resolve(mustBeRecorded(resumes, 'it cannot be recorded')) } }];
}

/** One that fails as the run begins is deaf to it, and refuses it where no run may be missed. */
function partOf(listener: RunListener, run: RunStart, id: string, leave: () => void, log: (line: string) => void): readonly Part[] {
  try {
    const heard = listener.begin(run, id, leave);
    return heard ? [{ heard, listener }] : [];
  } catch (error) {
    log(lost(error));
    return [{ heard: { ...deaf, ready: () => refusalOf(listener, error) } }];
  }
}

async function readyOf({ heard, listener }: Part, log: (line: string) => void): Promise<string | undefined> {
  try {
    return await heard.ready?.();
  } catch (error) {
    log(lost(error));
    return refusalOf(listener, error);
  }
}

/** undefined where the run may start without it. */
async function refusalOf(listener: RunListener | undefined, error: unknown): Promise<string | undefined> {
  const isRequired = await listener?.isRequired?.().catch(() => true);
  return isRequired ? `It has to be recorded, which failed (${String(error)}): see the log of Code Mode.` : undefined;
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

function lost(error: unknown): string {
  return `Something of a run was not recorded: ${String(error)}`;
}

/** `parts`: those that listen now. */
function combined(
  record: RunRecorder | undefined,
  parts: () => readonly Part[],
  attempt: Attempt,
  log: (line: string) => void,
): RunRecorder {
  const each = <T>(tell: (part: Listening) => T) => parts().map(({ heard }) => attempt(() => tell(heard)));
  /** Of what each call says: a list or a closure for each time would take as long as to record it. */
  const telling =
    <A, B = void, C = void>(tell: (part: Listening, a: A, b: B, c: C) => void) =>
    (a: A, b: B, c: C): void => {
      for (const { heard } of parts()) {
        try {
          tell(heard, a, b, c);
        } catch (error) {
          log(lost(error));
        }
      }
    };
  /** The first reason against it. */
  const reason = async (asked: readonly Promise<string | undefined>[]): Promise<string | undefined> => {
    const reasons = await Promise.allSettled(asked);
    return reasons.flatMap((found) => (found.status === 'fulfilled' && found.value !== undefined ? [found.value] : []))[0];
  };
  return {
    get id() {
      return record?.id;
    },
    get isResumable() {
      return record?.isResumable === true;
    },
    ready: () => reason(parts().map((part) => readyOf(part, log))),
    trace: (sequence) => {
      for (const { heard } of parts()) {
        if (!heard.trace) continue;
        const found = attempt(() => heard.trace?.(sequence));
        if (found) return found;
      }
      return undefined;
    },
    scriptStarted: (script) => void each((part) => part.scriptStarted(script)),
    // The audit log and telemetry do without.
    ...(record?.tick && {
      conditions: (conditions) => void each((part) => part.conditions?.(conditions)),
      tick: telling((part, tick) => part.tick?.(tick)),
    }),
    called: telling((part, call) => part.called(call)),
    decided: telling((part, sequence, tool, decision) => part.decided(sequence, tool, decision)),
    sending: (sequence, writes) => {
      let waits: Promise<string | undefined>[] | undefined;
      for (const { heard } of parts()) {
        try {
          const wait = heard.sending(sequence, writes);
          if (wait) (waits ??= []).push(wait);
        } catch (error) {
          log(lost(error));
        }
      }
      return waits && reason(waits);
    },
    answered: telling((part, sequence, reply, record) => part.answered(sequence, reply, record)),
    log: (entry) => void each((part) => part.log(entry)),
    display: (block) => void each((part) => part.display(block)),
    progress: (message, fraction, sequence) => void each((part) => part.progress(message, fraction, sequence)),
    forUser: (path, text) => void each((part) => part.forUser(path, text)),
    asks: (sequence) => {
      const stops = each((part) => part.asks(sequence)).filter((stop) => stop !== undefined);
      return () => stops.forEach((stop) => attempt(stop));
    },
    ended: (outcome) => void each((part) => part.ended(outcome)),
    saved: () => record?.saved?.() ?? Promise.resolve(undefined),
  };
}
