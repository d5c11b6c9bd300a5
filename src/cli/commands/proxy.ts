// `code-mode proxy`: serves chat completions on this machine. The upstream model calls the request's tools from
// scripts.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Catalog, resolveModel } from '../../catalog/index.ts';
import { currentRules, policyFile, createEngine, FlowRules } from '../../engine/index.ts';
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import { defaultLimits } from '../../sandbox/index.ts';
import { ChatProxy, ProxyDoor, TurnFiles, Upstream } from '../../models/index.ts';
import { CacheFolder } from '../../base/files/cacheFolder.ts';
import { cachePaths } from '../../base/files/cachePaths.ts';
import { bundle } from '../bundle.ts';
import type { ProxyOptions } from '../commandOptions.ts';
import { environmentFetch } from '../environmentFetch.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { Interruption } from '../interruption.ts';
import { readWorkspaceSettings } from '../workspaceSettings.ts';
import { settingsAsOptions } from '../settingsAsOptions.ts';
import { styleOf } from '../style.ts';
import type { Io } from '../terminal.ts';
import { TerminalOutput } from '../terminalOutput.ts';
import { countTokens } from '../tokens.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** Runs until the command is interrupted. Throws `UsageError`. */
export async function proxy(options: ProxyOptions, io: Io, { signal }: Interruption): Promise<ExitCode> {
  const terminal = new TerminalOutput(io.stderr, styleOf(io.stderr));
  const say = (line: string) => terminal.say(`code-mode: ${line}`);
  const log = process.env['CODE_MODE_DEBUG'] ? (line: string) => terminal.quote(line) : () => undefined;
  const upstream = new Upstream(options.upstream, environmentFetch(process.env));
  const excluded = options.exclude.map(matcherOf);
  await using built = proxyEngine(options, say, log);
  const { engine, declarations } = built;
  const models = await modelsOfSettings(say);
  const chats = new ChatProxy({
    engine,
    declarations,
    upstream,
    countTokens,
    tokens: options.descriptionTokens,
    staysTool: (name) => excluded.some((matches) => matches(name)),
    rulesOf: (model) => resolveModel(models, model),
    scriptsAtOnce: Math.max(2, availableParallelism()),
    ...(options.store && { turns: keptStates(log) }),
  });
  engine.warm();
  const door = await ProxyDoor.listen({ proxy: chats, upstream, port: options.port, log: say }).catch(
    (error: unknown) => {
      throw new UsageError(`the port cannot be used: ${errorMessage(error)}. Choose another with --port.`);
    },
  );
  terminal.say(
    `Chat completions at http://127.0.0.1:${door.port}/v1, answered by ${options.upstream}. Set that as the base URL of your client, and keep its key: ` +
      'its tools are called from scripts. Ctrl+C ends this.',
  );
  if (!signal.aborted) await once(signal, 'abort');
  await door.close();
  return ExitCode.limitOrCancelled;
}

type Say = (line: string) => void;

/** Creates an engine whose catalog has no sources, because each request brings its own tools. */
function proxyEngine({ engine, sandboxOs, limits, typeCheck }: ProxyOptions, say: Say, log: Say) {
  const paths = cachePaths(process.cwd());
  const checks = new CacheFolder({ folder: paths.checkedScripts, what: 'Checked scripts', log });
  const built = createEngine({
    catalog: new Catalog({ sources: [], routing: () => ({}), log }),
    bundle,
    log,
    warn: log,
    observedFile: undefined,
    learn: () => false,
    declarationsFile: paths.declarations,
    codeFolder: paths.compiledCode,
    typeCheckCache: checks,
    sandbox: {
      replaces: true,
      engine,
      onFallback: (why) =>
        say(`Scripts run in WebAssembly, slower and without Intl: ${settingsAsOptions(why)}`),
      ...(sandboxOs !== undefined && { osConfinement: sandboxOs }),
    },
    limits: () => ({ ...defaultLimits, ...limits }),
    typeCheck: () => typeCheck,
    approvalRules: currentRules({
      file: policyFile(process.platform, process.env),
      settings: () => ({ user: { rules: [], problems: [] }, workspace: { rules: [], problems: [] } }),
      warn: say,
    }),
    flowRules: () => new FlowRules([]),
  });
  return {
    ...built,
    [Symbol.asyncDispose]: async () => {
      await Promise.allSettled([built.dispose(), checks.dispose()]);
    },
  };
}

/** Keeps only the states of turns, because the client sends the answers again. */
function keptStates(log: Say) {
  const turns = new TurnFiles({ folder: undefined, writes: () => false, log });
  return {
    keep: (turn: string, { packed }: { readonly packed: string }) => turns.keep(turn, { packed, calls: [] }),
    recall: (turn: string) => turns.recall(turn),
  };
}

/** Returns the rules for models in the settings of the folder. */
async function modelsOfSettings(say: Say) {
  const settings = await readWorkspaceSettings(process.cwd(), []);
  for (const problem of settings.flatMap(({ problems }) => problems)) say(problem);
  return settings.flatMap((file) => file.models);
}

function matcherOf(glob: string): (name: string) => boolean {
  try {
    return nameMatcher(glob);
  } catch (error) {
    throw new UsageError(`--exclude: "${glob}" is not a glob (${errorMessage(error)})`);
  }
}
