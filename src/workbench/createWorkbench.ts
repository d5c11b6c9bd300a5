// Creates all parts that run scripts for the editor, the terminal or the MCP server: the catalog of tools, the engine,
// and the records of runs. The callers differ only in their tool sources and settings.
import { hostname, userInfo } from 'node:os';
import { auditFolder } from '../base/files/statePaths.ts';
import { Catalog, type ToolSource, type RoutingRules } from '../catalog/index.ts';
import {
  currentRules,
  policyFile,
  createEngine,
  type CreatedEngine,
  type CreateEngineOptions,
  type RunJournal,
} from '../engine/index.ts';
import { KeptUsage, ObservedMedia } from '../engine/stores/index.ts';
import {
  combinedJournal,
  Redactor,
  SharedRuns,
  RunStore,
  type RedactionRules,
  type RunStoreOptions,
} from '../journal/index.ts';
import {
  AuditJournal,
  AuditLog,
  auditMode,
  LazyTelemetry,
  type TelemetryOptions,
  type TelemetryTarget,
} from '../telemetry/index.ts';

/** Files and folders for data that outlive the process. Data without a file are lost when the process ends. */
interface WorkbenchFiles {
  /** File with the tools that answer with images or audio. */
  readonly observedMedia: string | undefined;
  /** File with the number of calls of each tool. */
  readonly toolCalls: string | undefined;
  /** File with the observed shapes of answers. */
  readonly observedOutputs: string | undefined;
  readonly declarations: string;
  /** A folder to which only the user can write. */
  readonly compiledCode: string;
  /** The folder of the records of runs. */
  readonly runs: string;
  /** The folder of values that scripts store for later scripts. */
  readonly sessions: string;
}

type EngineSettings =
  | 'bundle'
  | 'learn'
  | 'typeCheckCache'
  | 'sandbox'
  | 'shared'
  | 'limits'
  | 'typeCheck'
  | 'flowRules'
  | 'log'
  | 'warn';
type CatalogSettings = Partial<Pick<ConstructorParameters<typeof Catalog>[0], 'listTools' | 'listTimeoutMs'>>;

/**
 * Settings of the caller. The functions are called at each use, so that a changed setting takes effect from then on.
 */
interface WorkbenchSettings
  extends
    Pick<CreateEngineOptions, EngineSettings>,
    CatalogSettings,
    Pick<RunStoreOptions, 'kept' | 'version'> {
  readonly files: WorkbenchFiles;
  /** The folder of the workspace. */
  readonly folder: string;
  /** Returns true if the user wants an audit log; asked as each run begins. */
  readonly audit: () => boolean;
  /** Returns the address to which the user wants telemetry sent; asked as each run begins. */
  readonly telemetry: () => TelemetryTarget | undefined;
  readonly fetch: TelemetryOptions['fetch'];
  readonly routing: () => Partial<RoutingRules>;
  readonly approvalRules: Parameters<typeof currentRules>[0]['settings'];
  /** Returns the keys and tokens of servers, which records must not hold. */
  readonly secrets: () => readonly string[];
  /** Returns the same object as long as the rules are the same. */
  readonly redaction: () => RedactionRules;
  readonly recordMode: RunStoreOptions['mode'];
  /** True if the store and the results of the session outlive the process, provided that values are recorded at all. */
  readonly keepsSession: (session: string) => boolean;
  /** Receives one line that the user should read. */
  readonly tell: (line: string) => void;
}

export interface Workbench extends CreatedEngine {
  readonly catalog: Catalog;
  readonly runs: RunStore;
  /** Hides secrets in records. */
  readonly redactor: Redactor;
  readonly media: ObservedMedia;
  readonly usage: KeptUsage;
}

/** Creates the parts without starting or reading anything. The caller disposes of the sources. */
export function createWorkbench(sources: readonly ToolSource[], settings: WorkbenchSettings): Workbench {
  const { files, version, log, warn, tell, listTools, listTimeoutMs, kept } = settings;
  const media = new ObservedMedia({ file: files.observedMedia, log: warn });
  const usage = new KeptUsage({ file: files.toolCalls, log: warn });
  const catalog = new Catalog({
    sources,
    usage,
    routing: () => ({ ...settings.routing(), observedMedia: media.tools }),
    log,
    ...(listTools && { listTools }),
    ...(listTimeoutMs !== undefined && { listTimeoutMs }),
  });
  media.onDidChange(() => catalog.routingChanged());
  const redactor = new Redactor(settings.secrets, settings.redaction);
  const shared = settings.shared && new SharedRuns(settings.shared);
  const runs = new RunStore({
    folder: files.runs,
    redactor,
    version,
    log: tell,
    mode: settings.recordMode,
    ...(kept && { kept }),
    ...(shared && { shared }),
  });
  const { journal, listeners } = createJournal(settings, runs.journal, redactor);
  const created = createEngine({
    ...settings,
    catalog,
    media,
    observedFile: files.observedOutputs,
    declarationsFile: files.declarations,
    codeFolder: files.compiledCode,
    approvalRules: currentRules({
      file: policyFile(process.platform, process.env),
      settings: settings.approvalRules,
      warn: tell,
    }),
    sessions: {
      folder: files.sessions,
      keeps: (session) => settings.keepsSession(session) && runs.recordsValues,
    },
    journal,
  });
  return {
    ...created,
    catalog,
    runs,
    redactor,
    media,
    usage,
    dispose: async () => {
      await Promise.allSettled([created, ...listeners, runs, media, usage].map((part) => part.dispose()));
      // Runs must end before their process counts as dead.
      await shared?.dispose();
    },
  };
}

/**
 * Creates the journal that receives the events of each run: the record, and as listeners the audit log and telemetry. A
 * listener's `dispose` settles when all entries are written; telemetry may give up.
 */
function createJournal(
  { folder, audit, telemetry, fetch, version, tell }: WorkbenchSettings,
  record: RunJournal,
  redactor: Redactor,
) {
  const policy = policyFile(process.platform, process.env);
  const audited = new AuditJournal({
    mode: () => auditMode(policy, audit()),
    log: new AuditLog({ folder: auditFolder(), warn: tell }),
    folder,
    user: userName(),
    host: hostname(),
    version,
  });
  const traced = new LazyTelemetry({ target: telemetry, version, redactor, fetch, warn: tell });
  const listeners = [audited, traced];
  return { journal: combinedJournal(record, listeners, tell), listeners };
}

/** Returns the name of the user of the operating system; empty if the system knows no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
