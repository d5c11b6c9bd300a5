// The record, the audit log and telemetry hear of each run under one id. What fails in one of them is lost there and nowhere else.
import type { CallTrace } from '../catalog/toolSource.ts';
import type { RunJournal, RunRecorder, RunStart } from '../engine/runJournal.ts';

/** What stands beside the record. */
export interface RunListener {
  /** undefined where it wants nothing of this run. */
  begin(run: RunStart, id: string): Omit<RunRecorder, 'id' | 'isResumable'> | undefined;
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
      const others = listeners.flatMap((listener) => attempt(() => listener.begin(run, id)) ?? []);
      const all: readonly Listening[] = [...(recorder ? [recorder] : []), ...others];
      return all.length === 0 ? undefined : combined(recorder, all, attempt);
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
      log(`Something of a run was not recorded: ${String(error)}`);
      return undefined;
    }
  };
}

function combined(record: RunRecorder | undefined, all: readonly Listening[], attempt: Attempt): RunRecorder {
  const each = <T>(tell: (part: Listening) => T) => all.map((part) => attempt(() => tell(part)));
  const settled = async (work: readonly Promise<void>[]): Promise<void> => {
    await Promise.allSettled(work);
  };
  return {
    get id() {
      return record?.id;
    },
    get isResumable() {
      return record?.isResumable === true;
    },
    ready: async () => {
      const reasons = await Promise.allSettled(all.flatMap((part) => part.ready?.() ?? []));
      return reasons.flatMap((reason) => (reason.status === 'fulfilled' && reason.value !== undefined ? [reason.value] : []))[0];
    },
    trace: (sequence) => first(all, (part) => attempt(() => part.trace?.(sequence))),
    scriptStarted: (script) => void each((part) => part.scriptStarted(script)),
    conditions: (conditions) => void each((part) => part.conditions(conditions)),
    tick: (tick) => void each((part) => part.tick(tick)),
    called: (call) => void each((part) => part.called(call)),
    decided: (sequence, tool, decision) => void each((part) => part.decided(sequence, tool, decision)),
    sending: (sequence, writes) => {
      const waits = each((part) => part.sending(sequence, writes)).filter((wait) => wait !== undefined);
      return waits.length === 0 ? undefined : settled(waits);
    },
    answered: (sequence, reply, record) => void each((part) => part.answered(sequence, reply, record)),
    log: (entry) => void each((part) => part.log(entry)),
    display: (block) => void each((part) => part.display(block)),
    progress: (message, fraction, sequence) => void each((part) => part.progress(message, fraction, sequence)),
    forUser: (path, text) => void each((part) => part.forUser(path, text)),
    asks: (sequence) => {
      const stops = all.flatMap((part) => attempt(() => part.asks(sequence)) ?? []);
      return () => stops.forEach((stop) => attempt(stop));
    },
    ended: (outcome) => void each((part) => part.ended(outcome)),
  };
}

function first(all: readonly Listening[], find: (part: Listening) => CallTrace | undefined): CallTrace | undefined {
  for (const part of all) {
    const found = find(part);
    if (found) return found;
  }
  return undefined;
}
