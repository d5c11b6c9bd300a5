// Parses the command line into typed options, or throws a `UsageError`.
import type { JsonObject } from '../catalog/json.ts';
import { defaultDiscovery, discoveryPatterns, hourMs, type DiscoveryRules } from '../mcp/connection/discoveryRules.ts';
import type { ApprovalRule } from '../engine/consent/approvalRules.ts';
import type { FlowRule } from '../engine/flow/flowRules.ts';
import type { TypeCheckMode } from '../engine/preflight/typeErrors.ts';
import {
  engineChoices,
  osConfinementModes,
  type EngineChoice,
  type OsConfinementMode,
  type SandboxLimits,
} from '../sandbox/host/sandboxPort.ts';
import { clientIds, type ClientId } from '../setup/clientIds.ts';
import { UsageError } from './exitCode.ts';
import {
  approvalRule,
  argument,
  choice,
  flowRule,
  input,
  limit,
  milliseconds,
  texts,
  waitMs,
  wholeNumber,
  type Values,
} from './optionValues.ts';
import { commands, shells, type CommandName, type Shell } from './usage/commands.ts';
import { commandNamed, parseOptions } from './usage/parseOptions.ts';

interface Shared {
  readonly configs: readonly string[];
  readonly exclude: readonly string[];
  /** Globs over the names of servers; none: all. */
  readonly servers: readonly string[];
  /** Whether servers that are defined for other tools are used. */
  readonly otherTools: boolean;
  /** Values for `${input:...}`, by id. */
  readonly inputs: ReadonlyMap<string, string>;
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
  /** Whether `json` has the inputs of calls. */
  readonly withInputs: boolean;
  readonly typeCheck: TypeCheckMode;
  readonly engine: EngineChoice;
  /** A file that gets one line of JSON per call: its input and its output. */
  readonly trace?: string;
  readonly sandboxOs?: OsConfinementMode;
};
export type ServeOptions = Shared &
  Pick<RunOptions, 'limits' | 'allowWrites' | 'approve' | 'dataFlow' | 'typeCheck' | 'engine' | 'sandboxOs'> & {
    readonly command: 'serve';
    /** Of signatures in `executeCode`'s description. */
    readonly descriptionTokens: number;
    /** Of its clients, in place of their own names. */
    readonly model?: string;
    /** Of the HTTP door; absent: standard input and output. 0: any that is free. */
    readonly port?: number;
  };
export type TypesOptions = Shared & { readonly command: 'types'; readonly output?: string };
export type ToolsOptions = Shared & { readonly command: 'tools'; /** Whether tokens are counted. */ readonly tokens: boolean };
export type SearchOptions = Shared & { readonly command: 'search'; readonly query: string; readonly limit?: number };
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
export interface StatsOptions {
  readonly command: 'stats';
  readonly json: boolean;
}
export interface LogoutOptions {
  readonly command: 'logout';
  readonly server: string;
}
/** A command that needs the engine. */
export type EngineOptions =
  RunOptions | ServeOptions | TypesOptions | ToolsOptions | SearchOptions | DescribeOptions | DiagnoseOptions | LoginOptions;
type ParsedCommandLine =
  | EngineOptions
  | StatsOptions
  | LogoutOptions
  | SetupOptions
  | { readonly command: 'completion'; readonly shell: Shell }
  /** `page`: of which command; of all unless given. */
  | { readonly command: 'help'; readonly page?: CommandName }
  | { readonly command: 'version' };

/** Whether the command runs scripts, which call tools. */
export function runsScripts(options: EngineOptions): options is RunOptions | ServeOptions {
  return options.command === 'run' || options.command === 'serve';
}

export const defaultDescriptionTokens = 1_500;
const defaultPort = 7_332;
const typeCheckModes: readonly TypeCheckMode[] = ['error', 'warn', 'off'];

/** Throws `UsageError`. */
export function parseCommandLine(argv: readonly string[]): ParsedCommandLine {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') return { command: 'version' };
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    return { command: 'help', ...(rest[0] !== undefined && { page: commandNamed(rest[0]) }) };
  }
  const name = commandNamed(first);
  const { values, positionals } = parseOptions(name, rest);
  return values['help'] === true ? { command: 'help', page: name } : lineOf(name, values, positionals);
}

function lineOf(name: CommandName, values: Values, positionals: readonly string[]): ParsedCommandLine {
  const shared = sharedOptions(values);
  switch (name) {
    case 'run':
      return { command: name, ...shared, ...runOptions(values), ...scriptOf(values, positionals) };
    case 'serve':
      none(positionals, name);
      return { command: name, ...shared, ...scriptOptions(values), ...doorOptions(values) };
    case 'setup':
      none(positionals, name);
      return { command: name, ...setupOptions(values) };
    case 'stats':
      none(positionals, name);
      return { command: name, json: values['json'] === true };
    case 'types':
      none(positionals, name);
      return { command: name, ...shared, ...(typeof values['output'] === 'string' && { output: values['output'] }) };
    case 'tools':
      none(positionals, name);
      return { command: name, ...shared, tokens: values['tokens'] === true };
    case 'search': {
      const limit = values['limit'];
      return {
        command: name,
        ...shared,
        query: some(positionals, name).join(' '),
        ...(typeof limit === 'string' && { limit: wholeNumber('limit', limit, 1, 50) }),
      };
    }
    case 'describe':
      return { command: name, ...shared, paths: some(positionals, name) };
    case 'diagnose':
      none(positionals, name);
      return { command: name, ...shared, ...sandboxOptions(values) };
    case 'login':
      return { command: name, ...shared, server: one(positionals, name) };
    case 'logout':
      return { command: name, server: one(positionals, name) };
    case 'completion': {
      const shell = shells.find((known) => known === positionals[0]);
      if (shell === undefined || positionals.length > 1) throw new UsageError(wrongArguments(name));
      return { command: name, shell };
    }
  }
}

function sharedOptions(values: Values): Shared {
  return {
    configs: texts(values['config']),
    exclude: texts(values['exclude']),
    servers: texts(values['server']),
    otherTools: values['other-tools'] === true,
    inputs: new Map(texts(values['input']).map(input)),
    readPaths: texts(values['read-paths']),
    writePaths: texts(values['write-paths']),
    json: values['json'] === true,
    learn: values['no-learn'] !== true,
    discovery: discoveryOf(values),
    ...serverOptions(values),
  };
}

function scriptOf({ eval: code }: Values, positionals: readonly string[]): Pick<RunOptions, 'file' | 'code'> {
  if (typeof code !== 'string') return { file: one(positionals, 'run') };
  if (positionals.length > 0) throw new UsageError(wrongArguments('run'));
  return { file: '[eval]', code };
}

function runOptions(values: Values): Omit<RunOptions, 'command' | 'file' | 'code' | keyof Shared> {
  const { timeout, trace } = values;
  const asModel = values['as-model'] === true;
  if (asModel && values['json'] === true) throw new UsageError('--as-model prints text; omit it or --json');
  return {
    args: Object.fromEntries(texts(values['arg']).map(argument)),
    asModel,
    dryRun: values['dry-run'] === true,
    withInputs: values['with-inputs'] === true,
    ...scriptOptions(values),
    ...(typeof timeout === 'string' && { timeoutMs: milliseconds(timeout) }),
    ...(typeof trace === 'string' && { trace }),
  };
}

function scriptOptions(
  values: Values,
): Pick<RunOptions, 'limits' | 'allowWrites' | 'approve' | 'dataFlow' | 'typeCheck' | 'engine' | 'sandboxOs'> {
  return {
    limits: Object.fromEntries(texts(values['limit']).map(limit)),
    allowWrites: values['allow-writes'] === true,
    approve: texts(values['approve']).map(approvalRule),
    dataFlow: texts(values['data-flow']).map(flowRule),
    typeCheck: choice('type-check', values['type-check'] ?? 'error', typeCheckModes),
    ...sandboxOptions(values),
  };
}

function doorOptions({
  http,
  port,
  model,
  'description-tokens': tokens,
}: Values): Pick<ServeOptions, 'descriptionTokens' | 'model' | 'port'> {
  if (port !== undefined && http !== true) throw new UsageError('--port is for --http');
  return {
    descriptionTokens: typeof tokens === 'string' ? wholeNumber('description-tokens', tokens, 0, 100_000) : defaultDescriptionTokens,
    ...(typeof model === 'string' && { model }),
    ...(http === true && { port: typeof port === 'string' ? wholeNumber('port', port, 0, 65_535) : defaultPort }),
  };
}

function setupOptions({ client, print, undo, yes, move, measure, json }: Values): Omit<SetupOptions, 'command'> {
  if ([print, undo, yes].filter((flag) => flag === true).length > 1) throw new UsageError('--print, --undo and --yes exclude each other');
  if (move === true && yes !== true) throw new UsageError('--move is for --yes; without it setup asks');
  const clients = texts(client).map((name) => choice('client', name, clientIds));
  if (yes === true && clients.length === 0) throw new UsageError('--yes needs --client: which file is to be changed?');
  const action = print === true ? 'print' : undo === true ? 'undo' : yes === true ? 'write' : json === true ? 'print' : 'ask';
  return { clients, action, move: move === true, measure: measure === true, json: json === true };
}

function sandboxOptions({ engine, 'sandbox-os': sandboxOs }: Values): Pick<RunOptions, 'engine' | 'sandboxOs'> {
  return {
    engine: choice('engine', engine ?? 'auto', engineChoices),
    ...(sandboxOs !== undefined && { sandboxOs: choice('sandbox-os', sandboxOs, osConfinementModes) }),
  };
}

function serverOptions({ discovery, fresh, wait, root }: Values): Pick<Shared, 'fresh' | 'waitMs' | 'roots'> {
  return { fresh: fresh === true || discovery === 'startup', waitMs: waitMs(wait), roots: texts(root) };
}

function discoveryOf({ discovery, 'discovery-ttl': ttl }: Values): DiscoveryRules {
  const pattern = choice('discovery', discovery ?? defaultDiscovery.pattern, discoveryPatterns);
  const hours = ttl === undefined ? undefined : Number(ttl);
  if (hours !== undefined && !(hours >= 0)) throw new UsageError(`--discovery-ttl takes hours, not "${String(ttl)}"`);
  return { pattern, ttlMs: hours === undefined ? defaultDiscovery.ttlMs : hours * hourMs };
}

function one(positionals: readonly string[], command: CommandName): string {
  const [first, ...more] = positionals;
  if (first === undefined || more.length > 0) throw new UsageError(wrongArguments(command));
  return first;
}

function some(positionals: readonly string[], command: CommandName): readonly string[] {
  if (positionals.length === 0) throw new UsageError(wrongArguments(command));
  return positionals;
}

function none(positionals: readonly string[], command: CommandName): void {
  if (positionals.length > 0) throw new UsageError(`${command} takes no "${positionals.join(' ')}" (see code-mode help ${command})`);
}

/** `run takes <file>, - or --eval <code>, e.g. …` */
function wrongArguments(command: CommandName): string {
  const { forms, examples } = commands[command];
  const takes = [forms.slice(0, -1).join(', '), forms.at(-1)].filter(Boolean).join(' or ');
  return `${command} takes ${takes}, e.g. ${examples[0]?.[0] ?? ''} (see code-mode help ${command})`;
}
