// What hears of each run, for a front door: its record, the audit log and telemetry.
import { hostname, userInfo } from 'node:os';
import { policyFile } from '../engine/consent/policyFile.ts';
import type { RunJournal } from '../engine/runJournal.ts';
import { auditFolder } from '../storage/statePaths.ts';
import { AuditJournal } from './audit/auditJournal.ts';
import { AuditLog } from './audit/auditLog.ts';
import { auditMode } from './audit/auditMode.ts';
import { combinedJournal } from './combinedJournal.ts';
import type { Redactor } from './redaction/redactor.ts';
import { RunIds } from './runId.ts';
import { LazyTelemetry } from './telemetry/lazyTelemetry.ts';
import type { TelemetryOptions } from './telemetry/telemetry.ts';
import type { TelemetryTarget } from './telemetry/telemetryTarget.ts';

export interface CreateJournalOptions {
  readonly record: RunJournal;
  /** The workspace's. */
  readonly folder: string;
  /** Whether the user wants an audit log; asked as each run begins. */
  readonly audit: () => boolean;
  /** Where the user wants telemetry to go; asked as each run begins. */
  readonly telemetry: () => TelemetryTarget | undefined;
  readonly redactor: Redactor;
  readonly fetch: TelemetryOptions['fetch'];
  /** Of Code Mode. */
  readonly version: string;
  /** Takes one line. */
  readonly log: (line: string) => void;
}

/** `dispose` settles when all is written or, of telemetry, given up. */
export interface CreatedJournal {
  readonly journal: RunJournal;
  dispose(): Promise<void>;
}

/** Reads and writes nothing. */
export function createJournal({ record, folder, audit, telemetry, redactor, fetch, version, log }: CreateJournalOptions): CreatedJournal {
  const policy = policyFile(process.platform, process.env);
  const audited = new AuditJournal({
    mode: () => auditMode(policy, audit()),
    log: new AuditLog({ folder: auditFolder(), warn: log }),
    folder,
    user: userName(),
    host: hostname(),
    version,
  });
  const traced = new LazyTelemetry({ target: telemetry, version, redactor, fetch, warn: log });
  const ids = new RunIds();
  return {
    journal: combinedJournal(record, [audited, traced], () => ids.next(Date.now()), log),
    dispose: async () => {
      await Promise.allSettled([audited.dispose(), traced.dispose()]);
    },
  };
}

/** Not every system has a name for every user. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
