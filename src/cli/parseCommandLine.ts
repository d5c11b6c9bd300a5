// Parses the command line into typed options, or throws a `UsageError` with advice.
import {
  auditActions,
  type ParsedCommandLine,
  type ProxyOptions,
  type RunOptions,
  type ServeOptions,
} from './commandOptions.ts';
import type {
  DaemonOptions,
  ScriptOptions,
  SetupOptions,
  Shared,
  TrustCommandOptions,
} from './commandOptions.ts';
import { readCommandLineServers } from './commandLineServers.ts';
import { UsageError } from './exitCode.ts';
import { actionNamed, onlyWord } from './optionValues.ts';
import { parseRunsOptions } from './parseRunsOptions.ts';
import { parseScriptsOptions } from './parseScriptsOptions.ts';
import { daemonActions } from './usage/daemonCommand.ts';
import { shells } from './usage/command.ts';
import { commands, type CommandName } from './usage/commands.ts';
import { readOptions, type GivenOption, type GivenTexts } from './usage/option.ts';
import { commandNamed, parseOptions } from './usage/parseOptions.ts';
import { runOptions, script } from './usage/scriptOptions.ts';
import { files, sandbox, servers } from './usage/sharedOptions.ts';
import { trustActions } from './usage/trustCommand.ts';

const defaultPort = 7_332;

/** Throws `UsageError` for an invalid command line. */
export function parseCommandLine(argv: readonly string[]): ParsedCommandLine {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') return { command: 'version' };
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    return { command: 'help', ...(rest[0] !== undefined && { page: commandNamed(rest[0]) }) };
  }
  const name = commandNamed(first);
  const { given, inOrder, positionals } = parseOptions(name, rest);
  return given.has('help') ? { command: 'help', page: name } : lineOf(name, given, inOrder, positionals);
}

function lineOf(
  name: CommandName,
  given: GivenTexts,
  inOrder: readonly GivenOption[],
  positionals: readonly string[],
): ParsedCommandLine {
  const shared = sharedOptions(given, inOrder);
  const wrong = wrongArguments(name);
  switch (name) {
    case 'run':
      return { command: name, ...shared, ...ofRun(given), ...scriptOf(given, positionals) };
    case 'runs':
      return parseRunsOptions(given, positionals, () => ({ ...shared, ...scriptOptions(given) }));
    case 'scripts':
      return parseScriptsOptions(positionals, {
        shared,
        script: () => scriptOptions(given),
        run: () => ofRun(given),
      });
    case 'serve':
      none(positionals, name);
      return { command: name, ...shared, ...serveOptions(given) };
    case 'proxy':
      none(positionals, name);
      return { command: name, ...proxyOptions(given) };
    case 'setup':
      none(positionals, name);
      return { command: name, ...setupOptions(given) };
    case 'stats':
      none(positionals, name);
      return { command: name, ...readOptions(commands.stats.options, given) };
    case 'trust':
      return { command: name, ...trustOptions(given, positionals) };
    case 'daemon':
      return { command: name, ...daemonOptions(given, positionals) };
    case 'audit':
      return { command: name, action: oneWord(auditActions, positionals, wrong) };
    case 'types':
      none(positionals, name);
      return { command: name, ...shared, ...readOptions(commands.types.options, given) };
    case 'tools':
      none(positionals, name);
      return { command: name, ...shared, ...readOptions(commands.tools.options, given) };
    case 'search':
      if (positionals.length === 0) throw new UsageError(wrong);
      return {
        command: name,
        ...shared,
        ...readOptions(commands.search.options, given),
        query: positionals.join(' '),
      };
    case 'describe':
      if (positionals.length === 0) throw new UsageError(wrong);
      return { command: name, ...shared, paths: positionals };
    case 'diagnose':
      none(positionals, name);
      return { command: name, ...shared, ...readOptions(sandbox.options, given) };
    case 'login':
      return { command: name, ...shared, server: onlyWord(positionals, wrong) };
    case 'logout':
      return { command: name, server: onlyWord(positionals, wrong) };
    case 'completion':
      return { command: name, shell: oneWord(shells, positionals, wrong) };
  }
}

/** Less than the time limit of a start (30 s): a server that is late at its first start is asked again. */
const usualFirstWaitMs = 25_000;

function sharedOptions(given: GivenTexts, inOrder: readonly GivenOption[]): Shared {
  const commandLineServers = readCommandLineServers(inOrder);
  const { pattern, ttlMs, fresh, ...more } = readOptions({ ...servers.options, ...files.options }, given);
  return {
    ...more,
    json: given.has('json'),
    discovery: { pattern, ttlMs },
    fresh: fresh || pattern === 'startup',
    commandLineServers,
    firstWaitMs: given.has('wait') ? more.waitMs : usualFirstWaitMs,
    // If the command line names a configuration file or a server, the folder's own scripts are not used.
    workspaceScripts: !given.has('config') && commandLineServers.length === 0,
  };
}

function scriptOptions(given: GivenTexts): ScriptOptions {
  return readOptions({ ...script, ...sandbox.options }, given);
}

type OfRun = Omit<RunOptions, 'command' | 'file' | 'code' | keyof Shared>;

function ofRun(given: GivenTexts): OfRun {
  const { json, ...more } = readOptions({ ...runOptions, ...sandbox.options }, given);
  if (more.asModel && json) throw new UsageError('--as-model prints text; omit it or --json');
  return more;
}

function scriptOf(given: GivenTexts, positionals: readonly string[]): Pick<RunOptions, 'file' | 'code'> {
  const code = given.get('eval')?.at(-1);
  if (code === undefined) return { file: onlyWord(positionals, wrongArguments('run')) };
  if (positionals.length > 0) throw new UsageError(wrongArguments('run'));
  return { file: '[eval]', code };
}

function serveOptions(given: GivenTexts): Omit<ServeOptions, 'command' | keyof Shared> {
  const { http, port, ...more } = readOptions({ ...commands.serve.options, ...sandbox.options }, given);
  if (port !== undefined && !http) throw new UsageError('--port is for --http');
  if (more.tokenFile !== undefined && !http) throw new UsageError('--token-file is for --http');
  if (more.host !== undefined && more.tokenFile === undefined)
    throw new UsageError('--host needs --token-file <file>');
  if (more.state !== undefined && !http) throw new UsageError('--state is for --http');
  return { ...more, ...(http && { port: port ?? defaultPort }) };
}

function proxyOptions(given: GivenTexts): Omit<ProxyOptions, 'command'> {
  const { upstream, ...more } = readOptions({ ...commands.proxy.options, ...sandbox.options }, given);
  if (upstream === undefined)
    throw new UsageError('proxy needs --upstream <url>, e.g. https://api.openai.com/v1');
  return { ...more, upstream };
}

function setupOptions(given: GivenTexts): Omit<SetupOptions, 'command'> {
  const { clients, print, undo, yes, ...more } = readOptions(commands.setup.options, given);
  if ([print, undo, yes].filter(Boolean).length > 1)
    throw new UsageError('--print, --undo and --yes exclude each other');
  if (more.move && !yes) throw new UsageError('--move is for --yes; without it setup asks');
  if (yes && clients.length === 0) throw new UsageError('--yes needs --client: which file is to be changed?');
  const action = print ? 'print' : undo ? 'undo' : yes ? 'write' : more.json ? 'print' : 'ask';
  return { clients, action, ...more };
}

function trustOptions(
  given: GivenTexts,
  [first, ...names]: readonly string[],
): Omit<TrustCommandOptions, 'command'> {
  const options = readOptions(commands.trust.options, given);
  const action = actionNamed('trust', first, trustActions);
  if (action === 'list' && names.length > 0) throw new UsageError(wrongArguments('trust'));
  if (options.all && (action === 'list' || names.length > 0))
    throw new UsageError('--all is for trust add and revoke without names');
  return { ...options, action, names };
}

function daemonOptions(
  given: GivenTexts,
  [first, ...words]: readonly string[],
): Omit<DaemonOptions, 'command'> {
  const action = daemonActions.find((known) => known === first);
  if (action === undefined || words.length > (action === 'stop' ? 1 : 0))
    throw new UsageError(wrongArguments('daemon'));
  const [server] = words;
  return { action, ...readOptions(commands.daemon.options, given), ...(server !== undefined && { server }) };
}

/** The one word there is, which is one of `known`. */
function oneWord<Word extends string>(known: readonly Word[], words: readonly string[], wrong: string): Word {
  const found = known.find((word) => word === words[0]);
  if (found === undefined || words.length > 1) throw new UsageError(wrong);
  return found;
}

function none(positionals: readonly string[], command: CommandName): void {
  if (positionals.length > 0)
    throw new UsageError(`${command} takes no "${positionals.join(' ')}" (see code-mode help ${command})`);
}

/** Returns a message such as `run takes <file>, - or --eval <code>, e.g. …`. */
function wrongArguments(command: CommandName): string {
  const { forms, examples } = commands[command];
  const takes = [forms.slice(0, -1).join(', '), forms.at(-1)].filter(Boolean).join(' or ');
  return `${command} takes ${takes}, e.g. ${examples[0]?.[0] ?? ''} (see code-mode help ${command})`;
}
