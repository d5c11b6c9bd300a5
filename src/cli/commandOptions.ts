// Types of the parsed options of each command, and what they say about the command.
import type { parseCommandLine } from './parseCommandLine.ts';

type ParsedCommandLine = ReturnType<typeof parseCommandLine>;
type Of<Name extends ParsedCommandLine['command']> = Extract<ParsedCommandLine, { readonly command: Name }>;
/** Options of the commands that need the engine: those that find servers. */
export type EngineOptions = Extract<ParsedCommandLine, { readonly discovery: unknown }>;

export type RunOptions = Of<'run'>;
export type ServeOptions = Of<'serve'>;
export type TypesOptions = Of<'types'>;
export type ToolsOptions = Of<'tools'>;
export type SearchCommandOptions = Of<'search'>;
export type ScriptsOptions = Of<'scripts'>;
export type DescribeOptions = Of<'describe'>;
export type DiagnoseOptions = Of<'diagnose'>;
export type LoginOptions = Of<'login'>;
export type LogoutOptions = Of<'logout'>;
export type SetupOptions = Of<'setup'>;
export type ProxyOptions = Of<'proxy'>;
export type TrustCommandOptions = Of<'trust'>;
export type StatsOptions = Of<'stats'>;
export type DaemonOptions = Of<'daemon'>;
export type AuditOptions = Of<'audit'>;

type OfRuns<Action extends Of<'runs'>['action']> = Extract<Of<'runs'>, { readonly action: Action }>;
export type ListRunsOptions = OfRuns<'list'>;
export type ShowRunOptions = OfRuns<'show'>;
export type ExportRunOptions = OfRuns<'export'>;
export type DeleteRunsOptions = OfRuns<'delete'>;
export type TestRunsOptions = OfRuns<'test'>;
/** Options of the actions that need the engine, and of those that need only the records. */
export type PastRunsOptions = Extract<EngineOptions, { readonly command: 'runs' }>;
export type RecordedRunsOptions = Exclude<Of<'runs'>, PastRunsOptions>;

/** True if the action needs only the records. */
export function isOfRecords(options: RecordedRunsOptions | PastRunsOptions): options is RecordedRunsOptions {
  return !('engine' in options);
}

/** True if the action calls tools of servers. */
export function goesLive(options: PastRunsOptions): boolean {
  return options.action === 'resume' || (options.action === 'replay' && options.live);
}

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

export type ScriptCommandOptions = RunOptions | ServeOptions | PastRunsOptions;

/** True if the command accepts the options of scripts. */
export function runsScripts(options: EngineOptions): options is ScriptCommandOptions {
  return options.command === 'run' || options.command === 'serve' || options.command === 'runs';
}

/** True if the command calls tools, which must finish before the command ends. */
export function callsTools(options: EngineOptions): boolean {
  return runsScripts(options) && (options.command !== 'runs' || goesLive(options));
}
