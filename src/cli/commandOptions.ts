// The command line as typed options: what each command takes.
import type { JsonObject } from '../base/json.ts';
import type { ApprovalRule } from '../engine/consent/approvalRules.ts';
import type { FlowRule } from '../engine/flow/flowRules.ts';
import type { TypeCheckMode } from '../engine/preflight/typeErrors.ts';
import type { DiscoveryRules } from '../mcp/connection/discoveryRules.ts';
import type { RedactionRules } from '../runs/redaction/redactionRules.ts';
import type { RunState } from '../runs/runEvent.ts';
import type { RecordMode } from '../runs/runSettings.ts';
import type { EngineChoice, OsConfinementMode, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import type { ClientId } from '../setup/clientIds.ts';
import type { Shell } from './usage/command.ts';
import type { CommandName } from './usage/commands.ts';
import type { TrustAction } from './usage/trustCommand.ts';
import type { InFlightFate } from './usage/runsCommand.ts';

export interface Shared {
  readonly configs: readonly string[];
  readonly exclude: readonly string[];
  /** Globs over the names of servers; none: all. */
  readonly servers: readonly string[];
  /** Globs over names of servers, and over `scripts.<name>`: the user trusts these of the current folder for this command. */
  readonly trust: readonly string[];
  /** The user trusts everything in the current folder for this command. */
  readonly trustWorkspace: boolean;
  /** Whether servers that are defined for other tools are used. */
  readonly otherTools: boolean;
  /** Values for `${input:...}`, by id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Of saved scripts, beside the workspace's own: absolute paths. */
  readonly scriptFolders: readonly string[];
  /** True if the saved scripts of the current folder count. */
  readonly workspaceScripts: boolean;
  /** Globs that the workspace tools may read and write; they are there when either is given. */
  readonly readPaths: readonly string[];
  readonly writePaths: readonly string[];
  readonly json: boolean;
  readonly discovery: DiscoveryRules;
  /** Whether servers are asked for their tools even if these are cached, or the server failed recently. */
  readonly fresh: boolean;
  /** The wait for a server that the command can do without, in milliseconds. */
  readonly waitMs: number;
  /** MCP roots, as written. */
  readonly roots: readonly string[];
  /** Whether the shapes of results are used and stored. */
  readonly learn: boolean;
}

export type RunOptions = Shared & {
  readonly command: 'run';
  /** `-` is standard input; `[eval]` with `code`. */
  readonly file: string;
  /** What `--eval` gives. */
  readonly code?: string;
  readonly args: JsonObject;
  /** Whose store and kept results the script sees, in this run and later ones; absent: this run's own. */
  readonly session?: string;
  readonly timeoutMs?: number;
  /** The limits that are not the default. */
  readonly limits: Partial<SandboxLimits>;
  readonly allowWrites: boolean;
  /** Whether calls that can write are listed and not sent. */
  readonly dryRun: boolean;
  /** The user's approval rules. */
  readonly approve: readonly ApprovalRule[];
  /** Between which tools values are watched. */
  readonly dataFlow: readonly FlowRule[];
  /** Whether the text is printed that a chat model reads. */
  readonly asModel: boolean;
  /** Whether runs are written to the audit log. */
  readonly audit: boolean;
  /** Whether `json` has the inputs of calls. */
  readonly withInputs: boolean;
  readonly typeCheck: TypeCheckMode;
  readonly record: RecordMode;
  /** The user's rules of what to hide in records. */
  readonly redact: RedactionRules;
  readonly engine: EngineChoice;
  /** A file that gets one line of JSON per call: its input and its output. */
  readonly trace?: string;
  readonly sandboxOs?: OsConfinementMode;
};
/** Of all commands that run scripts. */
export type ScriptOptions = Pick<
  RunOptions,
  'limits' | 'allowWrites' | 'approve' | 'dataFlow' | 'typeCheck' | 'record' | 'redact' | 'audit' | 'engine' | 'sandboxOs'
>;
export type ServeOptions = Shared &
  ScriptOptions & {
    readonly command: 'serve';
    /** Of signatures in `executeCode`'s description. */
    readonly descriptionTokens: number;
    /** Of its clients, in place of their own names. */
    readonly model?: string;
    /** Of the HTTP door; absent: standard input and output. 0: any that is free. */
    readonly port?: number;
    /** An absolute path: of the token of each start; absent: each has its own. */
    readonly tokenFile?: string;
  };
export type TypesOptions = Shared & { readonly command: 'types'; readonly output?: string };
export type ToolsOptions = Shared & { readonly command: 'tools'; /** Whether tokens are counted. */ readonly tokens: boolean };
export type SearchOptions = Shared & { readonly command: 'search'; readonly query: string; readonly limit?: number };
export type ScriptsOptions = Shared & { readonly command: 'scripts' };
export type DescribeOptions = Shared & { readonly command: 'describe'; readonly paths: readonly string[] };
export type DiagnoseOptions = Shared & Pick<RunOptions, 'engine' | 'sandboxOs'> & { readonly command: 'diagnose' };
export type LoginOptions = Shared & { readonly command: 'login'; readonly server: string };
export interface SetupOptions {
  readonly command: 'setup';
  /** None: all that are found. */
  readonly clients: readonly ClientId[];
  readonly action: 'ask' | 'print' | 'write' | 'undo';
  /** Whether the client's own entries go; with `write`. */
  readonly move: boolean;
  readonly measure: boolean;
  readonly json: boolean;
}
export interface ProxyOptions extends Pick<RunOptions, 'limits' | 'typeCheck' | 'engine' | 'sandboxOs'> {
  readonly command: 'proxy';
  /** The base URL of its chat completions, as clients write it. */
  readonly upstream: string;
  /** 0: any that is free. */
  readonly port: number;
  /** Whether this process keeps what the ids of calls would carry. */
  readonly store: boolean;
  /** Of signatures in `executeCode`'s description. */
  readonly descriptionTokens: number;
  /** Globs over the names of functions. */
  readonly exclude: readonly string[];
}
export interface TrustCommandOptions {
  readonly command: 'trust';
  readonly action: TrustAction;
  /** Servers by name, saved scripts as `scripts.<name>`. */
  readonly names: readonly string[];
  readonly all: boolean;
  readonly json: boolean;
}
export interface StatsOptions {
  readonly command: 'stats';
  readonly json: boolean;
}
export const auditActions = ['path', 'export'] as const;
export interface AuditOptions {
  readonly command: 'audit';
  readonly action: (typeof auditActions)[number];
}
interface OfRuns {
  readonly command: 'runs';
  readonly json: boolean;
}
/** `run`: an id, the beginning of one, or `last`. */
interface OfRun extends OfRuns {
  readonly run: string;
}
export type ListRunsOptions = OfRuns & {
  readonly action: 'list';
  /** 0: all. */
  readonly limit: number;
  /** None: all. */
  readonly states: readonly RunState[];
};
export type ShowRunOptions = OfRun & {
  readonly action: 'show';
  readonly view: 'all' | 'code' | 'trace';
  /** The number of one call to show, with its values. */
  readonly call?: number;
};
export type ExportRunOptions = OfRun & { readonly action: 'export'; readonly output?: string };
export type DeleteRunsOptions = OfRuns & {
  readonly action: 'delete';
  readonly runs: readonly string[];
  readonly all: boolean;
  /** Whether no question is asked. */
  readonly yes: boolean;
};
/** What needs the records alone. */
export type RecordedRunsOptions =
  ListRunsOptions | ShowRunOptions | ExportRunOptions | DeleteRunsOptions | (OfRuns & { readonly action: 'prune' });

/** What becomes of a run whose script is run again. */
interface Rerun {
  /** Of the code in place of the run's own; `-` is standard input. */
  readonly script?: string;
  readonly inFlight?: InFlightFate;
  readonly timeoutMs?: number;
}
type ReplayRunOptions = OfRun &
  Rerun & { readonly action: 'replay'; /** Whether it goes on with real calls where the record ends. */ readonly live: boolean };
export type ResumeRunOptions = OfRun & Rerun & { readonly action: 'resume' };
export type TestRunsOptions = OfRuns & { readonly action: 'test'; readonly paths: readonly string[] };
/** What needs the engine. */
export type PastRunsOptions = Shared & ScriptOptions & (ReplayRunOptions | ResumeRunOptions | TestRunsOptions);

/** Whether it needs no more than the records. */
export function isOfRecords(options: RecordedRunsOptions | PastRunsOptions): options is RecordedRunsOptions {
  return !('engine' in options);
}

/** Whether its servers' tools are called. */
export function goesLive(options: PastRunsOptions): boolean {
  return options.action === 'resume' || (options.action === 'replay' && options.live);
}

export interface LogoutOptions {
  readonly command: 'logout';
  readonly server: string;
}
/** A command that needs the engine. */
export type EngineOptions =
  | RunOptions
  | PastRunsOptions
  | ServeOptions
  | TypesOptions
  | ToolsOptions
  | SearchOptions
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
  | LogoutOptions
  | SetupOptions
  | ProxyOptions
  | { readonly command: 'completion'; readonly shell: Shell }
  /** `page`: of which command; of all unless given. */
  | { readonly command: 'help'; readonly page?: CommandName }
  | { readonly command: 'version' };

const sessionStart = 'session:';

/** Of `--session`, as the engine names it. */
function namedSession({ session }: Pick<RunOptions, 'session'>): string | undefined {
  return session === undefined ? undefined : `${sessionStart}${session}`;
}

/** Whether what the scripts of a session store is for later commands: the named one, or that of a run that is resumed. */
export function keepsSession(options: EngineOptions, session: string): boolean {
  if (options.command === 'runs') return session.startsWith(sessionStart);
  return options.command === 'run' && session === namedSession(options);
}

/** Whose store and kept results a script sees. */
export function sessionOf(options: Pick<RunOptions, 'session' | 'file'>): string {
  return namedSession(options) ?? options.file;
}

/** Whether the command has the options of scripts. */
export function runsScripts(options: EngineOptions): options is RunOptions | ServeOptions | PastRunsOptions {
  return options.command === 'run' || options.command === 'serve' || options.command === 'runs';
}

/** Whether scripts of the command call tools, which are to end before it does. */
export function callsTools(options: EngineOptions): boolean {
  return runsScripts(options) && (options.command !== 'runs' || goesLive(options));
}
