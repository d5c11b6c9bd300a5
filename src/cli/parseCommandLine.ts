// Parses the command line into typed options, or throws a `UsageError`.
import { resolve } from 'node:path';
import { defaultDiscovery, discoveryPatterns, hourMs, type DiscoveryRules } from '../mcp/connection/discoveryRules.ts';
import type { TypeCheckMode } from '../engine/preflight/typeErrors.ts';
import { recordModes } from '../runs/runSettings.ts';
import { engineChoices, osConfinementModes } from '../sandbox/host/sandboxPort.ts';
import { clientIds } from '../setup/clientIds.ts';
import { auditActions, type AuditOptions, type TrustCommandOptions } from './commandOptions.ts';
import type { Shared, RunOptions, ScriptOptions, ServeOptions, SetupOptions, ProxyOptions, ParsedCommandLine } from './commandOptions.ts';
import { UsageError } from './exitCode.ts';
import {
  sessionName,
  approvalRule,
  argument,
  baseUrl,
  choice,
  flowRule,
  input,
  limit,
  milliseconds,
  redactionRules,
  texts,
  actionNamed,
  waitMs,
  wholeNumber,
  type Values,
} from './optionValues.ts';
import { parseScriptsOptions } from './parseScriptsOptions.ts';
import { parseRunsOptions } from './parseRunsOptions.ts';
import { shells } from './usage/command.ts';
import { commands, type CommandName } from './usage/commands.ts';
import { trustActions } from './usage/trustCommand.ts';
import { commandNamed, parseOptions } from './usage/parseOptions.ts';

export const defaultDescriptionTokens = 1_500;
const defaultPort = 7_332;
const defaultProxyPort = 7_333;
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
    case 'runs':
      return parseRunsOptions(values, positionals, () => ({ ...shared, ...scriptOptions(values) }));
    case 'scripts':
      return parseScriptsOptions(positionals, { shared, script: () => scriptOptions(values), run: () => runOptions(values) });
    case 'serve':
      none(positionals, name);
      return { command: name, ...shared, ...scriptOptions(values), ...doorOptions(values) };
    case 'proxy':
      none(positionals, name);
      return { command: name, ...proxyOptions(values) };
    case 'setup':
      none(positionals, name);
      return { command: name, ...setupOptions(values) };
    case 'stats':
      none(positionals, name);
      return { command: name, json: values['json'] === true };
    case 'trust':
      return { command: name, ...trustOptions(values, positionals) };
    case 'audit':
      return { command: name, ...auditOptions(positionals) };
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
    trust: texts(values['trust']),
    trustWorkspace: values['trust-workspace'] === true,
    // A file that is named alone says which servers there are: the folder is no part of that.
    workspaceScripts: values['config'] === undefined,
    otherTools: values['other-tools'] === true,
    inputs: new Map(texts(values['input']).map(input)),
    scriptFolders: texts(values['scripts']).map((folder) => resolve(folder)),
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
  const { timeout, trace, session } = values;
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
    ...(typeof session === 'string' && { session: sessionName(session) }),
  };
}

function scriptOptions(values: Values): ScriptOptions {
  return {
    limits: limitsOf(values),
    allowWrites: values['allow-writes'] === true,
    approve: texts(values['approve']).map(approvalRule),
    dataFlow: texts(values['data-flow']).map(flowRule),
    record: choice('record', values['record'] ?? process.env['CODE_MODE_RECORD'] ?? 'full', recordModes),
    redact: redactionRules(texts(values['redact'])),
    audit: values['audit'] === true,
    typeCheck: typeCheckOf(values),
    ...sandboxOptions(values),
  };
}

function doorOptions({
  http,
  port,
  model,
  'token-file': tokenFile,
  'description-tokens': tokens,
}: Values): Pick<ServeOptions, 'descriptionTokens' | 'model' | 'port' | 'tokenFile'> {
  if (port !== undefined && http !== true) throw new UsageError('--port is for --http');
  if (tokenFile !== undefined && http !== true) throw new UsageError('--token-file is for --http');
  return {
    descriptionTokens: tokensOf(tokens),
    ...(typeof model === 'string' && { model }),
    ...(typeof tokenFile === 'string' && { tokenFile: resolve(tokenFile) }),
    ...(http === true && { port: typeof port === 'string' ? wholeNumber('port', port, 0, 65_535) : defaultPort }),
  };
}

function proxyOptions(values: Values): Omit<ProxyOptions, 'command'> {
  const { upstream, port, 'description-tokens': tokens } = values;
  if (typeof upstream !== 'string') throw new UsageError('proxy needs --upstream <url>, e.g. https://api.openai.com/v1');
  return {
    upstream: baseUrl(upstream),
    port: typeof port === 'string' ? wholeNumber('port', port, 0, 65_535) : defaultProxyPort,
    store: values['store'] === true,
    descriptionTokens: tokensOf(tokens),
    exclude: texts(values['exclude']),
    limits: limitsOf(values),
    typeCheck: typeCheckOf(values),
    ...sandboxOptions(values),
  };
}

function limitsOf(values: Values): RunOptions['limits'] {
  return Object.fromEntries(texts(values['limit']).map(limit));
}

function typeCheckOf(values: Values): TypeCheckMode {
  return choice('type-check', values['type-check'] ?? 'error', typeCheckModes);
}

/** Of signatures in `executeCode`'s description. */
function tokensOf(tokens: Values[string]): number {
  return typeof tokens === 'string' ? wholeNumber('description-tokens', tokens, 0, 100_000) : defaultDescriptionTokens;
}

function setupOptions({ client, print, undo, yes, move, measure, json }: Values): Omit<SetupOptions, 'command'> {
  if ([print, undo, yes].filter((flag) => flag === true).length > 1) throw new UsageError('--print, --undo and --yes exclude each other');
  if (move === true && yes !== true) throw new UsageError('--move is for --yes; without it setup asks');
  const clients = texts(client).map((name) => choice('client', name, clientIds));
  if (yes === true && clients.length === 0) throw new UsageError('--yes needs --client: which file is to be changed?');
  const action = print === true ? 'print' : undo === true ? 'undo' : yes === true ? 'write' : json === true ? 'print' : 'ask';
  return { clients, action, move: move === true, measure: measure === true, json: json === true };
}

function trustOptions({ all, json }: Values, [first, ...names]: readonly string[]): Omit<TrustCommandOptions, 'command'> {
  const action = actionNamed('trust', first, trustActions);
  if (action === 'list' && names.length > 0) throw new UsageError(wrongArguments('trust'));
  if (all === true && (action === 'list' || names.length > 0)) throw new UsageError('--all is for trust add and revoke without names');
  return { action, names, all: all === true, json: json === true };
}

function auditOptions(positionals: readonly string[]): Omit<AuditOptions, 'command'> {
  const [first, ...more] = positionals;
  const action = auditActions.find((known) => known === first);
  if (action === undefined || more.length > 0) throw new UsageError(wrongArguments('audit'));
  return { action };
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
