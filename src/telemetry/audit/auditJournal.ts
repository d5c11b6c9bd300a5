// Writes entries of the audit log: the request for a run, the decision on each of its calls, and the outcomes. Before a
// run is prepared, the settings say whether it is audited.
import { createHash } from 'node:crypto';
import type { CallRecord, RunStart, RunOutcome } from '../../engine/index.ts';
import { endState, type RunEvents, type RunListener } from '../../journal/index.ts';
import type { AuditEntry } from './auditEntry.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditMode } from './auditMode.ts';
import { withTimeout } from '../../base/withTimeout.ts';

interface AuditJournalOptions {
  /** Returns the audit mode; read as each run begins. Never rejects. */
  readonly mode: () => Promise<AuditMode>;
  readonly log: Pick<AuditLog, 'add' | 'written'>;
  /** The folder of the workspace. */
  readonly folder: string;
  readonly user: string;
  readonly host: string;
  readonly version: string;
}

/** Maximum length of a name in an entry, in characters. Names come from servers and clients and can be long. */
const longestName = 500;
/** Maximum time that a writing call waits for its entry, in milliseconds, since the disk may be slow. */
const writeWaitMs = 2_000;

export class AuditJournal implements RunListener {
  readonly #options: AuditJournalOptions;

  constructor(options: AuditJournalOptions) {
    this.#options = options;
  }

  begin(start: RunStart, run: string): RunEvents {
    const { mode, log } = this.#options;
    const recorder: RunEvents = {
      ready: async () => {
        const known = await mode();
        if (known === 'off') return undefined;
        Object.assign(recorder, this.#events(run));
        log.add(this.#runEntry(start, run));
        const why = known === 'required' ? await log.written() : undefined;
        return why === undefined
          ? undefined
          : `Your administrator requires an audit log, which cannot be written: ${why}`;
      },
    };
    return recorder;
  }

  /** Settles when all entries are written, or cannot be written. */
  async dispose(): Promise<void> {
    await this.#options.log.written();
  }

  #runEntry({ origin, session, code, dryRun, debug, resumes }: RunStart, run: string): AuditEntry {
    const { folder, user, host, version } = this.#options;
    const { door, name } = origin;
    return {
      t: 'run',
      run,
      door,
      ...(name !== undefined && { name: short(name) }),
      session: sha256(session).slice(0, 16),
      folder: folder.slice(0, 4_096),
      user: short(user),
      host: short(host),
      pid: process.pid,
      version,
      code: sha256(code),
      ...(dryRun && { dryRun }),
      ...(debug && { debug }),
      ...(resumes !== undefined && { resumes: short(resumes) }),
    };
  }

  /** Returns the events of a run that become entries. */
  #events(run: string): RunEvents {
    const { log } = this.#options;
    const known = new Set<number>();
    return {
      decided: (call, { writes, ...names }, { allowed, by, detail }) => {
        known.add(call);
        const why = detail === undefined ? {} : { detail: short(detail) };
        log.add({ t: 'decision', run, call, ...named(names), writes, allowed, by, ...why });
      },
      sending: (call, writes) => {
        known.add(call);
        log.add({ t: 'sent', run, call });
        return writes ? withTimeout(log.written(), writeWaitMs).then(() => undefined) : undefined;
      },
      answered: (call, _reply, record) => {
        // A call without a known tool has a name that the script made up, and such a text does not belong in the log.
        if (!record || !known.delete(call)) return;
        const { state, ms } = record;
        log.add({ t: 'outcome', run, call, ...named(record), state, ms: Math.round(ms) });
      },
      ended: (outcome) => log.add(endEntry(run, outcome)),
    };
  }
}

function endEntry(run: string, outcome: RunOutcome): AuditEntry {
  const { calls, durationMs, errors, dryRun } = outcome;
  return {
    t: 'end',
    run,
    state: endState(outcome),
    ms: Math.round(durationMs),
    calls: calls.length,
    errors: errors.slice(0, 20).map(({ code }) => code),
    ...(dryRun && { dryRun: true }),
  };
}

type Names = Pick<CallRecord, 'path' | 'server' | 'tool'>;

function named({ path, server, tool }: Names): Names {
  return { path: short(path), server: short(server), tool: short(tool) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function short(text: string): string {
  return text.slice(0, longestName);
}
