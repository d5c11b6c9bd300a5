// Writes entries of the audit log: the request for a run, the decision on each of its calls, and the outcomes. The
// journal reads whether runs are audited as each run begins. The entries of a run wait until the mode is known; with
// `off` the journal drops them and ignores the rest of the run.
import { createHash } from 'node:crypto';
import type { CallRecord, RunRecorder, RunStart, RunOutcome } from '../../engine/index.ts';
import { deaf, endState, type RunListener } from '../../journal/index.ts';
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
  /** Entries of the runs that have not ended. */
  readonly #open = new Set<RunEntries>();

  constructor(options: AuditJournalOptions) {
    this.#options = options;
  }

  begin(
    { origin, session, code, dryRun, debug, resumes }: RunStart,
    run: string,
    leave: () => void,
  ): Omit<RunRecorder, 'id'> {
    const { folder, user, host, version } = this.#options;
    const entries = new RunEntries(this.#options);
    this.#open.add(entries);
    void entries.mode.then((mode) => {
      if (mode !== 'off') return;
      this.#open.delete(entries);
      leave();
    });
    const { door, name } = origin;
    entries.add(() => ({
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
    }));
    const known = new Set<number>();
    return {
      // The audit log holds no values, so all events that carry values are ignored.
      ...deaf,
      ready: () => entries.ready(),
      decided: (call, { writes, ...names }, { allowed, by, detail }) => {
        known.add(call);
        const why = detail === undefined ? {} : { detail: short(detail) };
        entries.add(() => ({ t: 'decision', run, call, ...named(names), writes, allowed, by, ...why }));
      },
      sending: (call, writes) => {
        known.add(call);
        entries.add(() => ({ t: 'sent', run, call }));
        return writes ? entries.soonWritten() : undefined;
      },
      answered: (call, _reply, record) => {
        // A call without a known tool has a name that the script made up, and such a text does not belong in the log.
        if (!record || !known.delete(call)) return;
        const { state, ms } = record;
        entries.add(() => ({ t: 'outcome', run, call, ...named(record), state, ms: Math.round(ms) }));
      },
      ended: (outcome) => {
        entries.add(() => endEntry(run, outcome));
        void entries.added.then(() => this.#open.delete(entries));
      },
    };
  }

  async isRequired(): Promise<boolean> {
    return (await this.#options.mode()) === 'required';
  }

  /** Settles when all entries are written, or cannot be written. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#open].map((entries) => entries.added));
    await this.#options.log.written();
  }
}

/** The entries of one run; dropped if the run is not audited. */
class RunEntries {
  readonly mode: Promise<AuditMode>;
  readonly #log: AuditJournalOptions['log'];
  #known: AuditMode | undefined;
  /** Resolves when the log has all entries of the run so far. */
  added: Promise<void> = Promise.resolve();

  constructor({ mode, log }: AuditJournalOptions) {
    this.mode = mode().then((known) => (this.#known = known));
    this.#log = log;
  }

  add(entry: () => AuditEntry): void {
    if (this.#known === 'off') return;
    this.added = Promise.all([this.mode, this.added]).then(([mode]) => {
      if (mode !== 'off') this.#log.add(entry());
    });
  }

  /**
   * Returns the reason why the run must not start: an audit log is required and cannot be written. Undefined if it may
   * start.
   */
  async ready(): Promise<string | undefined> {
    if ((await this.mode) !== 'required') return undefined;
    const why = await this.#written();
    return why === undefined
      ? undefined
      : `Your administrator requires an audit log, which cannot be written: ${why}`;
  }

  /** Resolves when the entries are on disk, or `writeWaitMs` have passed. Undefined if the run is not audited. */
  soonWritten(): Promise<undefined> | undefined {
    if (this.#known === 'off') return undefined;
    return withTimeout(this.#written(), writeWaitMs).then(() => undefined);
  }

  async #written(): Promise<string | undefined> {
    await this.added;
    return this.#known === 'off' ? undefined : this.#log.written();
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
