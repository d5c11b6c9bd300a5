// Parses the command line into typed options, or throws a `UsageError` with advice. The types of the options
// (`commandOptions.ts`) are those of the objects that are returned here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SCRIPTS_SERVER, defaultScriptFolder } from '../engine/savedScripts/index.ts';
import { readCommandLineServers } from './commandLineServers.ts';
import { UsageError } from './exitCode.ts';
import { actionNamed, onlyWord } from './optionValues.ts';
import {
  auditActions,
  commands,
  daemonActions,
  scriptsActions,
  scriptsUsage,
  trustActions,
  type CommandName,
} from './usage/commands.ts';
import { readOptions, shells, type Command, type GivenOption, type GivenTexts } from './usage/option.ts';
import { commandNamed, parseOptions } from './usage/parseOptions.ts';
import { hasOption, runsActions, runsOptions, runsUsage, type RunsAction } from './usage/runsCommand.ts';
import { runOptions, script } from './usage/scriptOptions.ts';
import { files, sandbox, servers } from './usage/sharedOptions.ts';

const defaultPort = 7_332;

/** Throws `UsageError` for an invalid command line. */
export function parseCommandLine(argv: readonly string[]) {
  const [first, ...rest] = argv;
  if (first === '--version' || first === '-v') return { command: 'version' } as const;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    const page = rest.find((word) => word !== 'help' && !word.startsWith('-'));
    return { command: 'help', ...(page !== undefined && { page: commandNamed(page) }) } as const;
  }
  const name = commandNamed(first);
  const { given, inOrder, positionals } = parseOptions(name, rest);
  if (given.has('help')) return { command: 'help', page: name } as const;
  return lineOf(name, given, inOrder, positionals);
}

function lineOf(
  name: CommandName,
  given: GivenTexts,
  inOrder: readonly GivenOption[],
  positionals: readonly string[],
) {
  const shared = sharedOptions(given, inOrder);
  const wrong = wrongArguments(name);
  const { forms }: Command = commands[name];
  if (!forms && positionals.length > 0)
    throw new UsageError(`${name} takes no "${positionals.join(' ')}" (see code-mode help ${name})`);
  switch (name) {
    case 'run':
      return { command: name, ...shared, ...ofRun(given), ...scriptOf(given, positionals) };
    case 'runs':
      return runsLine(given, positionals, shared);
    case 'scripts':
      return scriptsLine(given, positionals, shared);
    case 'serve':
      return { command: name, ...shared, ...serveOptions(given) };
    case 'proxy':
      return { command: name, ...proxyOptions(given) };
    case 'setup':
      return { command: name, ...setupOptions(given) };
    case 'stats':
      return { command: name, ...readOptions(commands.stats.options, given) };
    case 'trust':
      return { command: name, ...trustOptions(given, positionals) };
    case 'daemon':
      return { command: name, ...daemonOptions(given, positionals) };
    case 'audit':
      return { command: name, action: oneWord(auditActions, positionals, wrong) };
    case 'types':
      return { command: name, ...shared, ...readOptions(commands.types.options, given) };
    case 'tools':
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

type Shared = ReturnType<typeof sharedOptions>;

function sharedOptions(given: GivenTexts, inOrder: readonly GivenOption[]) {
  const commandLineServers = readCommandLineServers(inOrder);
  const { pattern, ttlMs, fresh, ...more } = readOptions({ ...servers.options, ...files.options }, given);
  return {
    ...more,
    json: given.has('json'),
    discovery: { pattern, ttlMs },
    fresh: fresh || pattern === 'startup',
    commandLineServers,
    // For a server whose tools are not known yet.
    firstWaitMs: given.has('wait') ? more.waitMs : usualFirstWaitMs,
    // If the command line names a configuration file or a server, the folder's own scripts are not used.
    workspaceScripts: !given.has('config') && commandLineServers.length === 0,
  };
}

function scriptOptions(given: GivenTexts) {
  return readOptions({ ...script, ...sandbox.options }, given);
}

function ofRun(given: GivenTexts) {
  const { json, ...more } = readOptions({ ...runOptions, ...sandbox.options }, given);
  if (more.asModel && json) throw new UsageError('--as-model prints text; omit it or --json');
  return more;
}

/** Returns the file of the script, `-` for standard input, or `[eval]` with the code of `--eval`. */
function scriptOf(given: GivenTexts, positionals: readonly string[]) {
  const code = given.get('eval')?.at(-1);
  if (code === undefined) return { file: onlyWord(positionals, wrongArguments('run')) };
  if (positionals.length > 0) throw new UsageError(wrongArguments('run'));
  return { file: '[eval]', code };
}

function runsLine(given: GivenTexts, [first, ...words]: readonly string[], ofServers: Shared) {
  const action = actionNamed('runs', first, runsActions);
  for (const option of given.keys()) refuseForeign(option, action);
  const wrong = `the form is code-mode runs ${runsUsage[action]} (see code-mode help runs)`;
  if ((action === 'list' || action === 'prune') && words.length > 0) throw new UsageError(wrong);
  const shared = { command: 'runs', json: given.has('json') } as const;
  /** The options of the actions that need the engine. */
  const engine = () => ({ ...ofServers, ...scriptOptions(given), ...shared });
  switch (action) {
    case 'list':
      return { ...shared, action, ...readOptions(runsOptions.list, given) };
    case 'show': {
      const { code, trace, call } = readOptions(runsOptions.show, given);
      if ([trace, code, call !== undefined].filter(Boolean).length > 1)
        throw new UsageError('--trace, --code and --call exclude each other');
      const view: 'all' | 'code' | 'trace' = trace ? 'trace' : code ? 'code' : 'all';
      return { ...shared, action, run: onlyWord(words, wrong), view, ...(call !== undefined && { call }) };
    }
    case 'export':
      return { ...shared, action, run: onlyWord(words, wrong), ...readOptions(runsOptions.export, given) };
    case 'delete': {
      const options = readOptions(runsOptions.delete, given);
      if (options.all === words.length > 0) throw new UsageError(wrong);
      return { ...shared, action, runs: words, ...options };
    }
    case 'prune':
      return { ...shared, action };
    case 'replay': {
      const options = readOptions(runsOptions.replay, given);
      if (options.live && options.script === undefined)
        throw new UsageError(
          '--live-after needs --script; without other code, runs resume goes on with a run',
        );
      if (!options.live && (options.inFlight ?? options.timeoutMs) !== undefined)
        throw new UsageError('--in-flight and --timeout are for calls that are made: add --live-after');
      return { ...engine(), action, run: onlyWord(words, wrong), ...options };
    }
    case 'resume':
      return { ...engine(), action, run: onlyWord(words, wrong), ...readOptions(runsOptions.resume, given) };
    case 'test':
      if (words.length === 0) throw new UsageError(wrong);
      return { ...engine(), action, paths: words };
  }
}

function refuseForeign(option: string, action: RunsAction): void {
  if (hasOption(action, option)) return;
  const others = runsActions.filter((other) => hasOption(other, option)).map((other) => `runs ${other}`);
  throw new UsageError(
    `runs ${action} has no option --${option}; ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'}`,
  );
}

/** The actions `run` and `test` become `code-mode run` and `code-mode runs test` with saved scripts. */
function scriptsLine(given: GivenTexts, [first, ...names]: readonly string[], ofServers: Shared) {
  const action = actionNamed('scripts', first, scriptsActions);
  const wrong = `the form is code-mode scripts ${scriptsUsage[action]} (see code-mode help scripts)`;
  // These commands use the folder's scripts, regardless of the file that defines the servers. The user has chosen
  // the scripts with this command, so they are trusted.
  const trust = [...ofServers.trust, `${SCRIPTS_SERVER}.*`];
  const shared = { ...ofServers, workspaceScripts: true, trust };
  if (action === 'list') {
    if (names.length > 0) throw new UsageError(wrong);
    return { command: 'scripts', ...shared } as const;
  }
  if (action === 'test') {
    const paths = testPaths(names, shared.scriptFolders);
    return { command: 'runs', action, ...shared, ...scriptOptions(given), paths } as const;
  }
  const name = onlyWord(names, wrong);
  // The saved script is called like any tool, so its call is checked, approved and recorded in the same way.
  const code = `return await tools.${SCRIPTS_SERVER}[${JSON.stringify(name.replace(/\.ts$/, ''))}](codemode.args as never)`;
  return { command: 'run', ...shared, ...ofRun(given), file: `[scripts] ${name}`, code } as const;
}

/** Returns the paths to test; `runs test` reports paths that do not exist. */
function testPaths(names: readonly string[], more: readonly string[]): readonly string[] {
  const existing = [defaultScriptFolder, ...more].filter((folder) => existsSync(folder));
  const folders = existing.length > 0 ? existing : [defaultScriptFolder];
  if (names.length === 0) return folders;
  return names.map((name) => {
    const files = folders.map((folder) => join(folder, `${name.replace(/\.ts$/, '')}.run.json`));
    return files.find((file) => existsSync(file)) ?? files[0] ?? name;
  });
}

/** Returns no port for standard input and output. */
function serveOptions(given: GivenTexts) {
  const { http, port, ...more } = readOptions({ ...commands.serve.options, ...sandbox.options }, given);
  if (port !== undefined && !http) throw new UsageError('--port is for --http');
  if (more.tokenFile !== undefined && !http) throw new UsageError('--token-file is for --http');
  if (more.host !== undefined && more.tokenFile === undefined)
    throw new UsageError('--host needs --token-file <file>');
  if (more.state !== undefined && !http) throw new UsageError('--state is for --http');
  return { ...more, ...(http && { port: port ?? defaultPort }) };
}

function proxyOptions(given: GivenTexts) {
  const { upstream, ...more } = readOptions({ ...commands.proxy.options, ...sandbox.options }, given);
  if (upstream === undefined)
    throw new UsageError('proxy needs --upstream <url>, e.g. https://api.openai.com/v1');
  return { ...more, upstream };
}

type SetupAction = 'ask' | 'print' | 'write' | 'undo';

function setupOptions(given: GivenTexts) {
  const { clients, print, undo, yes, ...more } = readOptions(commands.setup.options, given);
  if ([print, undo, yes].filter(Boolean).length > 1)
    throw new UsageError('--print, --undo and --yes exclude each other');
  if (more.move && !yes) throw new UsageError('--move is for --yes; without it setup asks');
  if (yes && clients.length === 0) throw new UsageError('--yes needs --client: which file is to be changed?');
  const action: SetupAction = print ? 'print' : undo ? 'undo' : yes ? 'write' : more.json ? 'print' : 'ask';
  return { clients, action, ...more };
}

function trustOptions(given: GivenTexts, [first, ...names]: readonly string[]) {
  const options = readOptions(commands.trust.options, given);
  const action = actionNamed('trust', first, trustActions);
  if (action === 'list' && names.length > 0) throw new UsageError(wrongArguments('trust'));
  if (options.all && (action === 'list' || names.length > 0))
    throw new UsageError('--all is for trust add and revoke without names');
  return { ...options, action, names };
}

function daemonOptions(given: GivenTexts, [first, ...words]: readonly string[]) {
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

/** Returns a message such as `run takes <file>, - or --eval <code>, e.g. …`. */
function wrongArguments(command: CommandName): string {
  const { forms = [], examples }: Command = commands[command];
  const takes = [forms.slice(0, -1).join(', '), forms.at(-1)].filter(Boolean).join(' or ');
  return `${command} takes ${takes}, e.g. ${examples[0]?.[0] ?? ''} (see code-mode help ${command})`;
}
