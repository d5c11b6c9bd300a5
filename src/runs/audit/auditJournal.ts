// Writes an entry of the audit log for what a run asks for, is allowed and does. Whether runs are audited is read as each one begins; until
// that is known, its entries wait, and where none is wanted, nothing more is heard of the run.
import { createHash } from 'node:crypto';
import type { RunRecorder, RunStart } from '../../engine/runJournal.ts';
import type { RunOutcome } from '../../engine/runOutcome.ts';
import { deaf, type RunListener } from '../combinedJournal.ts';
import { endState } from '../endState.ts';
import type { AuditEntry } from './auditEntry.ts';
import type { AuditLog } from './auditLog.ts';
import type { AuditMode } from './auditMode.ts';

interface AuditJournalOptions {
  /** Read as each run begins. Never rejects. */
  readonly mode: () => Promise<AuditMode>;
  readonly log: Pick<AuditLog, 'add' | 'written'>;
  /** The workspace's. */
  readonly folder: string;
  readonly user: string;
  readonly host: string;
  readonly version: string;
}

/** Names come from servers and clients: a line has room for them, and for no more. */
const longestName = 500;
/** A call that writes waits this long for its line; the disk may be slow. */
const writeWaitMs = 2_000;

export class AuditJournal implements RunListener {
  readonly #options: AuditJournalOptions;
  /** Of runs that have not ended. */
  readonly #open = new Set<RunEntries>();

  constructor(options: AuditJournalOptions) {
    this.#options = options;
  }

  begin({ origin, session, code, dryRun, debug, resumes }: RunStart, run: string, leave: () => void): Omit<RunRecorder, 'id'> {
    const { folder, user, host, version } = this.#options;
    const entries = new RunEntries(this.#options);
    this.#open.add(entries);
    void entries.isWanted().then((isWanted) => {
      if (isWanted) return;
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
      // Nothing that has values in it is heard.
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
        // A name that no tool has is the script's own text.
        if (!record || !known.delete(call)) return;
        const { state, ms } = record;
        entries.add(() => ({ t: 'outcome', run, call, ...named(record), state, ms: Math.round(ms) }));
      },
      ended: (outcome) => {
        entries.add(() => endEntry(run, outcome));
        void entries.added().then(() => this.#open.delete(entries));
      },
    };
  }

  async isRequired(): Promise<boolean> {
    return (await this.#options.mode()) === 'required';
  }

  /** Settles when all is written, or cannot be. */
  async dispose(): Promise<void> {
    await Promise.all([...this.#open].map((entries) => entries.added()));
    await this.#options.log.written();
  }
}

/** Those of one run, dropped where it is not audited. */
class RunEntries {
  readonly #mode: Promise<AuditMode>;
  readonly #log: AuditJournalOptions['log'];
  #known: AuditMode | undefined;
  #added: Promise<void> = Promise.resolve();

  constructor({ mode, log }: AuditJournalOptions) {
    this.#mode = mode().then((known) => (this.#known = known));
    this.#log = log;
  }

  async isWanted(): Promise<boolean> {
    return (await this.#mode) !== 'off';
  }

  add(entry: () => AuditEntry): void {
    if (this.#known === 'off') return;
    this.#added = Promise.all([this.#mode, this.#added]).then(([mode]) => {
      if (mode !== 'off') this.#log.add(entry());
    });
  }

  /** Resolves when the log has the entries so far. */
  added(): Promise<void> {
    return this.#added;
  }

  /** Why the run must not start: it has to be audited and cannot be. */
  async ready(): Promise<string | undefined> {
    if ((await this.#mode) !== 'required') return undefined;
    const why = await this.#written();
    return why === undefined ? undefined : `Your administrator requires an audit log, which cannot be written: ${why}`;
  }

  /** Resolves when the entries are on disk, or time is up. */
  soonWritten(): Promise<undefined> | undefined {
    if (this.#known === 'off') return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), writeWaitMs)));
    return Promise.race([this.#written().then(() => undefined), late]).finally(() => clearTimeout(timer));
  }

  async #written(): Promise<string | undefined> {
    await this.#added;
    return this.#known === 'off' ? undefined : this.#log.written();
  }
}

function endEntry(run: string, outcome: RunOutcome): AuditEntry {
  const { calls, durationMs, errors, dryRun } = outcome;
  const codes = errors.slice(0, 20).map(({ code }) => code);
  return {
    t: 'end',
    run,
    state: endState(outcome),
    ms: Math.round(durationMs),
    calls: calls.length,
    errors: codes,
    ...(dryRun && { dryRun: true }),
  };
}

interface Names {
  readonly path: string;
  readonly server: string;
  readonly tool: string;
}

function named({ path, server, tool }: Names): Names {
  return { path: short(path), server: short(server), tool: short(tool) };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function short(text: string): string {
  return text.slice(0, longestName);
}
