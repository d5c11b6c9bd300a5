// Types of the parsed options of each command, derived from the tables of `usage`.
import type { DiscoveryRules } from '../mcp/index.ts';
import type { CommandLineServer } from './commandLineServers.ts';
import type { commands, CommandName, DaemonAction, TrustAction } from './usage/commands.ts';
import type { OptionValues, Shell } from './usage/option.ts';
import type { runsOptions } from './usage/runsCommand.ts';
import type { script } from './usage/scriptOptions.ts';
import type { files, sandbox, servers } from './usage/sharedOptions.ts';

/** The values of the options that belong to one command alone. */
type Own<Name extends CommandName> = OptionValues<(typeof commands)[Name]['options']>;
type SandboxOptions = OptionValues<typeof sandbox.options>;

export type Shared = Omit<
  OptionValues<typeof servers.options> & OptionValues<typeof files.options>,
  'pattern' | 'ttlMs'
> & {
  readonly json: boolean;
  readonly discovery: DiscoveryRules;
  /** Like `waitMs`, for a server whose tools are not known yet. */
  readonly firstWaitMs: number;
  /** The servers that `--stdio` and `--http-url` define. */
  readonly commandLineServers: readonly CommandLineServer[];
  /** True if the saved scripts of the current folder are used. */
  readonly workspaceScripts: boolean;
};
/** The options of all commands that run scripts. */
export type ScriptOptions = OptionValues<typeof script> & SandboxOptions;

export type RunOptions = Shared &
  Own<'run'> &
  SandboxOptions & {
    readonly command: 'run';
    /** `-`: standard input; `[eval]`: `code`. */ readonly file: string;
  };
export type ServeOptions = Shared &
  ScriptOptions &
  Omit<Own<'serve'>, 'http'> & {
    readonly command: 'serve';
    /** Absent: standard input and output. */ readonly port?: number;
  };
export type TypesOptions = Shared & Own<'types'> & { readonly command: 'types' };
export type ToolsOptions = Shared & Own<'tools'> & { readonly command: 'tools' };
export type SearchCommandOptions = Shared &
  Own<'search'> & { readonly command: 'search'; readonly query: string };
export type ScriptsOptions = Shared & { readonly command: 'scripts' };
export type DescribeOptions = Shared & { readonly command: 'describe'; readonly paths: readonly string[] };
export type DiagnoseOptions = Shared & SandboxOptions & { readonly command: 'diagnose' };
export type LoginOptions = Shared & { readonly command: 'login'; readonly server: string };
export type SetupOptions = Pick<Own<'setup'>, 'clients' | 'move' | 'measure' | 'json'> & {
  readonly command: 'setup';
  readonly action: 'ask' | 'print' | 'write' | 'undo';
};
export type ProxyOptions = Own<'proxy'> &
  SandboxOptions & { readonly command: 'proxy'; readonly upstream: string };
export type TrustCommandOptions = Own<'trust'> & {
  readonly command: 'trust';
  readonly action: TrustAction;
  /** Names of servers, and saved scripts as `scripts.<name>`. */
  readonly names: readonly string[];
};
export type StatsOptions = Own<'stats'> & { readonly command: 'stats' };
export type DaemonOptions = Own<'daemon'> & {
  readonly command: 'daemon';
  readonly action: DaemonAction;
  /** The server that `stop` ends; absent: all servers. */
  readonly server?: string;
};
export const auditActions = ['path', 'export'] as const;
export interface AuditOptions {
  readonly command: 'audit';
  readonly action: (typeof auditActions)[number];
}

interface OfRuns {
  readonly command: 'runs';
  readonly json: boolean;
}
interface OfRun extends OfRuns {
  /** The id of a run, the beginning of an id, or `last`. */
  readonly run: string;
}
export type ListRunsOptions = OfRuns & OptionValues<typeof runsOptions.list> & { readonly action: 'list' };
export type ShowRunOptions = OfRun &
  Pick<OptionValues<typeof runsOptions.show>, 'call'> & {
    readonly action: 'show';
    readonly view: 'all' | 'code' | 'trace';
  };
export type ExportRunOptions = OfRun &
  OptionValues<typeof runsOptions.export> & { readonly action: 'export' };
export type DeleteRunsOptions = OfRuns &
  OptionValues<typeof runsOptions.delete> & { readonly action: 'delete'; readonly runs: readonly string[] };
/** Options of the actions that need only the records. */
export type RecordedRunsOptions =
  | ListRunsOptions
  | ShowRunOptions
  | ExportRunOptions
  | DeleteRunsOptions
  | (OfRuns & { readonly action: 'prune' });

type ReplayRunOptions = OfRun & OptionValues<typeof runsOptions.replay> & { readonly action: 'replay' };
type ResumeRunOptions = OfRun & OptionValues<typeof runsOptions.resume> & { readonly action: 'resume' };
export type TestRunsOptions = OfRuns & { readonly action: 'test'; readonly paths: readonly string[] };
/** Options of the actions that need the engine. */
export type PastRunsOptions = Shared &
  ScriptOptions &
  (ReplayRunOptions | ResumeRunOptions | TestRunsOptions);

/** True if the action needs only the records. */
export function isOfRecords(options: RecordedRunsOptions | PastRunsOptions): options is RecordedRunsOptions {
  return !('engine' in options);
}

/** True if the action calls tools of servers. */
export function goesLive(options: PastRunsOptions): boolean {
  return options.action === 'resume' || (options.action === 'replay' && options.live);
}

export interface LogoutOptions {
  readonly command: 'logout';
  readonly server: string;
}
/** Options of the commands that need the engine. */
export type EngineOptions =
  | RunOptions
  | PastRunsOptions
  | ServeOptions
  | TypesOptions
  | ToolsOptions
  | SearchCommandOptions
  | DescribeOptions
  | ScriptsOptions
  | DiagnoseOptions
  | LoginOptions;
export type ParsedCommandLine =
  | EngineOptions
  | RecordedRunsOptions
  | StatsOptions
  | TrustCommandOptions
  | AuditOptions
  | DaemonOptions
  | LogoutOptions
  | SetupOptions
  | ProxyOptions
  | { readonly command: 'completion'; readonly shell: Shell }
  /** `page` is the command whose help is shown; absent for the overview. */
  | { readonly command: 'help'; readonly page?: CommandName }
  | { readonly command: 'version' };

const sessionStart = 'session:';

/** Returns the engine's name of the session in `--session`; undefined without the option. */
function namedSession({ session }: Pick<RunOptions, 'session'>): string | undefined {
  return session === undefined ? undefined : `${sessionStart}${session}`;
}

/**
 * True if later commands can read the values that the scripts of `session` store: `session` is the session of
 * `--session`, or of a resumed run.
 */
export function keepsSession(options: EngineOptions, session: string): boolean {
  if (options.command === 'runs') return session.startsWith(sessionStart);
  return options.command === 'run' && session === namedSession(options);
}

/** Returns the session whose store and kept results a script can read. */
export function sessionOf(options: Pick<RunOptions, 'session' | 'file'>): string {
  return namedSession(options) ?? options.file;
}

/** True if the command accepts the options of scripts. */
export function runsScripts(options: EngineOptions): options is RunOptions | ServeOptions | PastRunsOptions {
  return options.command === 'run' || options.command === 'serve' || options.command === 'runs';
}

/** True if the command calls tools, which must finish before the command ends. */
export function callsTools(options: EngineOptions): boolean {
  return runsScripts(options) && (options.command !== 'runs' || goesLive(options));
}
