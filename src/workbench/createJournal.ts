// Creates the journal that receives the events of each run: the record, the audit log and telemetry together.
import { hostname, userInfo } from 'node:os';
import { policyFile, type RunJournal } from '../engine/index.ts';
import { auditFolder } from '../base/files/statePaths.ts';
import {
  AuditJournal,
  AuditLog,
  auditMode,
  LazyTelemetry,
  type TelemetryOptions,
  type TelemetryTarget,
} from '../telemetry/index.ts';
import { combinedJournal, RunIds, type Redactor } from '../journal/index.ts';

export interface CreateJournalOptions {
  readonly record: RunJournal;
  /** The folder of the workspace. */
  readonly folder: string;
  /** Returns true if the user wants an audit log; asked as each run begins. */
  readonly audit: () => boolean;
  /** Returns the address to which the user wants telemetry sent; asked as each run begins. */
  readonly telemetry: () => TelemetryTarget | undefined;
  readonly redactor: Redactor;
  readonly fetch: TelemetryOptions['fetch'];
  /** Version of Code Mode. */
  readonly version: string;
  /** Receives one line. */
  readonly log: (line: string) => void;
}

/** `dispose` settles when all entries are written; telemetry may give up. */
interface CreatedJournal {
  readonly journal: RunJournal;
  dispose(): Promise<void>;
}

/** Creates the journal without reading or writing any file. */
export function createJournal({
  record,
  folder,
  audit,
  telemetry,
  redactor,
  fetch,
  version,
  log,
}: CreateJournalOptions): CreatedJournal {
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

/** Returns the name of the user of the operating system; empty if the system knows no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
