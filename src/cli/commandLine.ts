// Reads the command line into one typed value, or says what is wrong with it.
import { parseArgs } from 'node:util';
import type { JsonObject } from '../catalog/json.ts';
import { defaultDiscovery, discoveryPatterns, hourMs, isDiscoveryPattern, type DiscoveryRules } from '../mcp/discovery/discoveryRules.ts';
import type { TypeCheckMode } from '../engine/beforeRun/typeErrors.ts';
import type { OsWallMode, SandboxEngine, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import { UsageError } from './exitCode.ts';
import { argument, engineOf, input, limit, milliseconds, osWallMode, texts, typeCheckMode, type Values } from './optionValues.ts';

const commandNames = ['run', 'types', 'tools', 'search', 'describe', 'login', 'logout'] as const;
type CommandName = (typeof commandNames)[number];

interface Shared {
  readonly configs: readonly string[];
  readonly exclude: readonly string[];
  /** Globs over the names of servers; none: all. */
  readonly servers: readonly string[];
  /** Whether servers that are defined for other tools are used. */
  readonly otherTools: boolean;
  /** What is asked for by `${input:...}`, by id. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Globs that the workspace tools may read and write; they are there when either is given. */
  readonly readPaths: readonly string[];
  readonly writePaths: readonly string[];
  readonly json: boolean;
  /** `startup`: all servers are asked before the command begins. */
  readonly discovery: DiscoveryRules;
  /** Whether the shapes of answers are used, and remembered. */
  readonly learn: boolean;
}

export type RunLine = Shared & {
  readonly command: 'run';
  /** `-` is standard input. */
  readonly file: string;
  readonly args: JsonObject;
  readonly timeoutMs?: number;
  /** The limits that are not the default. */
  readonly limits: Partial<SandboxLimits>;
  readonly allowWrites: boolean;
  readonly typeCheck: TypeCheckMode;
  readonly engine: SandboxEngine;
  /** A file that gets one line of JSON per call: its input and its output. */
  readonly trace?: string;
  readonly sandboxOs?: OsWallMode;
};
export type TypesLine = Shared & { readonly command: 'types'; readonly output?: string };
export type ToolsLine = Shared & { readonly command: 'tools' };
export type SearchLine = Shared & { readonly command: 'search'; readonly query: string };
export type DescribeLine = Shared & { readonly command: 'describe'; readonly paths: readonly string[] };
export type LoginLine = Shared & { readonly command: 'login'; readonly server: string };
export interface LogoutLine {
  readonly command: 'logout';
  readonly server: string;
}
/** A command that needs the engine. */
export type EngineLine = RunLine | TypesLine | ToolsLine | SearchLine | DescribeLine | LoginLine;
export type CommandLine = EngineLine | LogoutLine | { readonly command: 'help' } | { readonly command: 'version' };

const sharedOptions = {
  config: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  server: { type: 'string', multiple: true },
  'other-tools': { type: 'boolean' },
  input: { type: 'string', multiple: true },
  'read-paths': { type: 'string', multiple: true },
  'write-paths': { type: 'string', multiple: true },
  json: { type: 'boolean' },
  'no-learn': { type: 'boolean' },
  discovery: { type: 'string' },
  'discovery-ttl': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const ownOptions = {
  run: {
    arg: { type: 'string', multiple: true },
    timeout: { type: 'string' },
    limit: { type: 'string', multiple: true },
    'allow-writes': { type: 'boolean' },
    engine: { type: 'string' },
    trace: { type: 'string' },
    'type-check': { type: 'string' },
    'sandbox-os': { type: 'string' },
  },
  types: { output: { type: 'string', short: 'o' } },
  tools: {},
  search: {},
  describe: {},
  login: {},
  logout: {},
} as const;

/** Throws `UsageError`. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') return { command: 'help' };
  if (name === '--version' || name === '-v') return { command: 'version' };
  if (!isCommandName(name))
    throw new UsageError(`there is no command "${name}"; it is one of ${commandNames.join(', ')} (see code-mode --help)`);

  const { values, positionals } = parsed(rest, { ...sharedOptions, ...ownOptions[name] });
  if (values.help === true) return { command: 'help' };
  const shared = {
    configs: texts(values.config),
    exclude: texts(values.exclude),
    servers: texts(values.server),
    otherTools: values['other-tools'] === true,
    inputs: new Map(texts(values.input).map(input)),
    readPaths: texts(values['read-paths']),
    writePaths: texts(values['write-paths']),
    json: values.json === true,
    learn: values['no-learn'] !== true,
    discovery: discoveryOf(values, name),
  };
  switch (name) {
    case 'run':
      return { command: name, ...shared, ...runOptions(values), file: one(positionals, 'run takes one file, or - for standard input') };
    case 'types':
      none(positionals, name);
      return { command: name, ...shared, ...(typeof values.output === 'string' && { output: values.output }) };
    case 'tools':
      none(positionals, name);
      return { command: name, ...shared };
    case 'search':
      return { command: name, ...shared, query: words(positionals) };
    case 'describe':
      if (positionals.length === 0) throw new UsageError('describe takes paths of tools, e.g. code-mode describe tools.geo.getCity');
      return { command: name, ...shared, paths: positionals };
    case 'login':
      return { command: name, ...shared, server: one(positionals, 'login takes one server, e.g. code-mode login github') };
    case 'logout':
      return { command: name, server: one(positionals, 'logout takes one server, e.g. code-mode logout github') };
  }
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

function parsed(argv: readonly string[], options: Options): { values: Values; positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} (see code-mode --help)`);
  }
}

function runOptions(
  values: Values,
): Pick<RunLine, 'args' | 'limits' | 'allowWrites' | 'typeCheck' | 'engine' | 'timeoutMs' | 'trace' | 'sandboxOs'> {
  const { timeout, trace, 'sandbox-os': sandboxOs } = values;
  return {
    args: Object.fromEntries(texts(values['arg']).map(argument)),
    limits: Object.fromEntries(texts(values['limit']).map(limit)),
    allowWrites: values['allow-writes'] === true,
    typeCheck: typeCheckMode(values['type-check']),
    engine: engineOf(values['engine']),
    ...(typeof timeout === 'string' && { timeoutMs: milliseconds(timeout) }),
    ...(typeof trace === 'string' && { trace }),
    ...(typeof sandboxOs === 'string' && { sandboxOs: osWallMode(sandboxOs) }),
  };
}

/** What is printed about all servers is to be true now; elsewhere tools of an earlier command will do. */
function discoveryOf({ discovery, 'discovery-ttl': ttl }: Values, command: CommandName): DiscoveryRules {
  const pattern = discovery ?? (command === 'tools' || command === 'types' ? 'startup' : defaultDiscovery.pattern);
  if (!isDiscoveryPattern(pattern)) throw new UsageError(`--discovery takes ${discoveryPatterns.join(', ')}, not "${String(pattern)}"`);
  const hours = ttl === undefined ? undefined : Number(ttl);
  if (hours !== undefined && !(hours >= 0)) throw new UsageError(`--discovery-ttl takes a number of hours, not "${String(ttl)}"`);
  return { pattern, ttlMs: hours === undefined ? defaultDiscovery.ttlMs : hours * hourMs };
}

function isCommandName(name: string): name is CommandName {
  return (commandNames as readonly string[]).includes(name);
}

function one(positionals: readonly string[], problem: string): string {
  const [first, ...more] = positionals;
  if (first === undefined || more.length > 0) throw new UsageError(problem);
  return first;
}

function none(positionals: readonly string[], command: string): void {
  if (positionals.length > 0) throw new UsageError(`${command} takes no "${positionals.join(' ')}"`);
}

function words(positionals: readonly string[]): string {
  if (positionals.length === 0) throw new UsageError('search takes what to look for, e.g. code-mode search "read a file"');
  return positionals.join(' ');
}
