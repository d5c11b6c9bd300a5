// The terminal's composition root: builds the parts of the engine for one command and disposes of them after it.
import { homedir } from 'node:os';
import { basename, extname, resolve } from 'node:path';
import {
  defaultRules,
  type SnapshotRequest,
  type ModelRules,
  type Mode,
  type RoutingRules,
  type ToolSource,
} from '../catalog/index.ts';
import { FlowRules } from '../engine/index.ts';
import { SharedStateError, type RedisState } from '../engine/stores/index.ts';
import { namedFolders, scriptFolders, ScriptToolSource } from '../engine/savedScripts/index.ts';
import { defaultTimings, McpToolSource } from '../mcp/index.ts';
import { noInteraction, type UserInteraction } from '../mcp/elicitation/index.ts';
import {
  chooseServers,
  defaultProfileFile,
  otherToolsFiles,
  workspaceDefinitionFiles,
  readDefinitions,
  currentHost,
  TrustStore,
  type DefinitionFile,
  type DefinitionPlace,
} from '../mcp/definitions/index.ts';
import { CacheFolder } from '../base/files/cacheFolder.ts';
import { joinRules, leastRecorded } from '../journal/index.ts';
import { targetOfEnvironment } from '../telemetry/index.ts';
import { passthroughName } from '../serve/index.ts';
import { defaultLimits } from '../sandbox/index.ts';
import { settingsAsOptions } from './settingsAsOptions.ts';
import { cachePaths } from '../base/files/cachePaths.ts';
import { runsFolder, sessionsFolder } from '../base/files/statePaths.ts';
import { createWorkbench, type Workbench } from '../workbench/index.ts';
import { NodeFiles, WorkspaceToolSource } from '../workspace/index.ts';
import { FailedStartCache } from './waiting/failedStartCache.ts';
import type { KeptServers } from './daemon/index.ts';
import { WaitLimit, WaitingNotice } from './waiting/waitLimit.ts';
import { UsageError } from './exitCode.ts';
import { bundle } from './bundle.ts';
import {
  callsTools,
  goesLive,
  keepsSession,
  runsScripts,
  type EngineOptions,
  type ScriptCommandOptions,
} from './commandOptions.ts';
import type { Interruption } from './interruption.ts';
import { environmentFetch } from './environmentFetch.ts';
import {
  ClientElicitation,
  TerminalElicitation,
  TerminalInputs,
  TerminalQuestions,
  TerminalTrust,
  TerminalSignIn,
} from './interaction/index.ts';
import { signInFolder, FileTokenStore } from './fileTokenStore.ts';
import { styleOf } from './style.ts';
import type { Io } from './terminal.ts';
import { TerminalOutput } from './terminalOutput.ts';
import { version } from './version.ts';
import {
  routingOf,
  readWorkspaceSettings,
  withoutLeftOut,
  type WorkspaceSettings,
} from './workspaceSettings.ts';
import { withoutOurselves } from './withoutOurselves.ts';

/** Times in milliseconds for stopping servers that have no work to finish, as the command calls no tools. */
const hurriedStop = { stdinGraceMs: 100, termGraceMs: 500 };

export class CommandContext implements AsyncDisposable {
  readonly workbench: Workbench;
  /** The MCP servers of the configuration. */
  readonly source: McpToolSource;
  readonly io: Io;
  readonly terminal: TerminalOutput;
  readonly questions: TerminalQuestions;
  /** The mode and the rules for models that determine the tools of the clients of `serve`. */
  readonly clientRules: { readonly mode: Mode; readonly models: readonly ModelRules[] };
  /** Forwards elicitation requests of servers to the user of the client of `serve`. */
  readonly clientElicitation = new ClientElicitation();
  /** The user's approvals of the current folder's definitions and scripts. */
  readonly trust: TerminalTrust;
  /** Aborts when the command is interrupted. */
  readonly signal: AbortSignal;
  /** The state that the processes of `serve --http --state` share. */
  readonly shared: RedisState | undefined;
  readonly #options: EngineOptions;
  /** The options of a command that runs scripts; undefined for other commands. */
  readonly #ofScripts: ScriptCommandOptions | undefined;
  readonly #settings: readonly WorkspaceSettings[];
  readonly #folder = process.cwd();
  readonly #paths = cachePaths(this.#folder);
  readonly #fetch = environmentFetch(process.env);
  readonly #isDebug = Boolean(process.env['CODE_MODE_DEBUG']);
  readonly #log = (text: string): void => {
    if (this.#isDebug) this.terminal.quote(this.source.hideSecrets(text));
  };
  readonly #toolLists = this.#cache(this.#paths.toolLists, 'The tools of servers');
  readonly #failedStarts = this.#cache(this.#paths.failedStarts, 'Failed starts of servers');
  readonly #checkedScripts = this.#cache(this.#paths.checkedScripts, 'Checked scripts');
  /** Once a server was connected. */
  #kept: KeptServers | undefined;
  readonly #parts: readonly { dispose(): Promise<void> }[];

  /** Reads the configuration; starts only what the options require. Throws `UsageError` for unreadable files. */
  static async open(options: EngineOptions, io: Io, interruption: Interruption): Promise<CommandContext> {
    const terminal = new TerminalOutput(io.stderr, styleOf(io.stderr));
    const settings = await readWorkspaceSettings(process.cwd(), options.configs);
    const url = options.command === 'serve' ? options.state : undefined;
    const shared = url === undefined ? undefined : await connectState(url, terminal);
    const context = new CommandContext(options, io, interruption.signal, terminal, settings, shared);
    try {
      await Promise.all([
        context.workbench.media.load(),
        options.command === 'serve' && context.workbench.usage.load(),
      ]);
      interruption.endsToo((signal) => context.source.signalServers(signal));
      // A diagnosis reports configuration problems itself, and a replay does not use the configuration.
      const needsNone = options.command === 'diagnose' || (options.command === 'runs' && !goesLive(options));
      if (needsNone) return context;
      await context.source.servers();
      const broken = context.source
        .problems()
        .filter(({ server, severity }) => server === undefined && severity === 'error');
      if (broken.length > 0) throw new UsageError(broken.map(({ message }) => message).join('\n'));
      return context;
    } catch (error) {
      // An open connection would keep the process from ending.
      await shared?.close();
      throw error;
    }
  }

  private constructor(
    options: EngineOptions,
    io: Io,
    signal: AbortSignal,
    terminal: TerminalOutput,
    settings: readonly WorkspaceSettings[],
    shared: RedisState | undefined,
  ) {
    this.io = io;
    this.signal = signal;
    this.terminal = terminal;
    this.shared = shared;
    this.#options = options;
    this.#ofScripts = runsScripts(options) ? options : undefined;
    this.#settings = settings;
    this.questions = new TerminalQuestions(io, terminal, options.command !== 'serve');
    const folder = this.#folder;
    this.trust = new TerminalTrust({
      ...options,
      folder,
      store: new TrustStore(),
      questions: this.questions,
      tell: (line) => terminal.say(`code-mode: ${line}`),
    });
    this.source = this.#mcpSource();
    const workspace = new WorkspaceToolSource({
      files: new NodeFiles([folder]),
      searchThreadFile: bundle('workspace/searchThread.js'),
      enabled: () => options.readPaths.length + options.writePaths.length > 0,
      allowed: () => ({ read: options.readPaths, write: options.writePaths }),
    });
    const scripts = new ScriptToolSource({
      folders: () =>
        scriptFolders(options.workspaceScripts ? folder : undefined, [
          ...namedFolders(options.scriptFolders, 'user'),
          ...settings.flatMap((each) => each.scriptFolders),
        ]),
      signatures: () => this.workbench.signatures,
      trust: () => this.trust.loaded(),
    });
    const routing = routingOf(options, settings);
    this.clientRules = {
      mode: routing.mode ?? defaultRules.mode,
      models: settings.flatMap(({ models }) => models),
    };
    this.workbench = this.#createWorkbench([this.source, workspace, scripts], routing);
    const caches = [this.#toolLists, this.#failedStarts, this.#checkedScripts];
    this.#parts = [this.workbench, this.source, ...caches, workspace, scripts];
  }

  /** Problems of the configuration files, one line each. */
  get problems(): readonly string[] {
    return this.source.problems().map((problem) => problem.message);
  }

  /** Returns the tools of all servers, or of the named ones, with the errors of servers that fail. */
  snapshot({ servers = 'all', ...more }: Partial<Pick<SnapshotRequest, 'servers' | 'onListed'>> = {}) {
    const { workbench, signal } = this;
    return workbench.engine.snapshot({
      servers,
      signal,
      interactive: true,
      buildIndex: this.#options.command === 'search',
      ...more,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#parts.map((part) => part.dispose()));
    await this.shared?.close();
    const news = this.#kept?.news;
    if (news !== undefined && this.io.stderr.isTTY) this.terminal.say(news);
  }

  #cache(folder: string, what: string): CacheFolder {
    return new CacheFolder({ folder, what, log: this.#log });
  }

  #mcpSource(): McpToolSource {
    const options = this.#options;
    const folder = this.#folder;
    const places = definitionPlaces(options);
    const host = { ...currentHost([{ name: basename(folder), path: folder }]), trust: this.trust };
    const ownPort = options.command === 'serve' ? options.port : undefined;
    return new McpToolSource({
      readDefinitions: async () => {
        await this.trust.loaded();
        const chosen = chooseServers(await readDefinitions(places, host), [options.servers], '--server');
        return withoutOurselves(this.#settings.reduce(withoutLeftOut, chosen), ownPort);
      },
      approve: (definition, signal) => this.trust.approve(definition, signal),
      inputs: new TerminalInputs(options.inputs, process.env, this.questions),
      authorization: {
        signIn: new TerminalSignIn(this.questions, this.terminal, options),
        tokens: new FileTokenStore(signInFolder()),
        clientMetadataUrl: () => process.env['CODE_MODE_CLIENT_METADATA_URL'],
      },
      userInteraction: this.#userInteraction(),
      connectStdio: async (launch, stdio) => {
        if (launch.keepAlive !== true && this.#ofScripts?.keep !== true) {
          const { createStdioTransport } = await import('../mcp/transport/stdio/stdioTransport.ts');
          return createStdioTransport(launch, stdio);
        }
        const { KeptServers } = await import('./daemon/keptServers.ts');
        const warn = (line: string) => this.terminal.say(`code-mode: ${line}`);
        this.#kept ??= new KeptServers(folder, warn);
        return this.#kept.connect(launch, stdio);
      },
      // A command that calls no tools ends before a server that starts in the background could answer.
      discovery: () => (this.#ofScripts ? options.discovery : { ...options.discovery, pattern: 'onDemand' }),
      listings: this.#toolLists,
      logLevel: () => (this.#isDebug ? 'debug' : 'warn'),
      clientInfo: { name: 'code-mode', version },
      // Roots are passed only if they are given, because some servers replace the folders of their definition with the
      // roots.
      ...(options.roots.length > 0 && { roots: () => options.roots.map((root) => resolve(root)) }),
      timings: {
        ...(!callsTools(options) && hurriedStop),
        startMs: Math.max(defaultTimings.startMs, options.waitMs),
      },
      fetch: this.#fetch,
      log: (server, text, level) =>
        this.#log(`[${server}] ${level === undefined ? '' : `${level}: `}${text}`),
    });
  }

  /**
   * Returns the way in which servers reach the user. With several clients over HTTP, it is not known which client
   * caused a server's request.
   */
  #userInteraction(): UserInteraction {
    const { questions, clientElicitation } = this;
    if (questions.canAsk) return { elicitation: new TerminalElicitation(questions) };
    if (this.#options.command !== 'serve' || this.#options.port !== undefined) return noInteraction;
    return {
      get elicitation() {
        return clientElicitation.available;
      },
    };
  }

  #waitLimit(): WaitLimit {
    const options = this.#options;
    return new WaitLimit({
      ...options,
      source: this.source,
      isRun: this.#ofScripts !== undefined,
      // A client of `serve` waits for the list of tools.
      ...(options.command === 'serve' && { firstWaitMs: options.waitMs }),
      ttlMs: options.discovery.ttlMs,
      failed: new FailedStartCache(this.#failedStarts),
      waiting: new WaitingNotice((text) => this.terminal.say(text)),
    });
  }

  #createWorkbench(sources: readonly ToolSource[], routing: Partial<RoutingRules>): Workbench {
    const options = this.#options;
    const ofScripts = this.#ofScripts;
    const say = (line: string) => this.terminal.say(`code-mode: ${line}`);
    // A diagnosis limits the time of each server itself.
    const wait = options.command === 'diagnose' ? undefined : this.#waitLimit();
    const telemetry = ofScripts ? targetOfEnvironment(process.env) : {};
    if (telemetry.problem !== undefined) say(telemetry.problem);
    const ofSandbox = ofScripts ?? (options.command === 'diagnose' ? options : undefined);
    // Only the commands `serve` and `tools` pass tools through; no other command has a client to offer them to.
    const isOfClients = options.command === 'serve' || options.command === 'tools';
    const rules: Partial<RoutingRules> = {
      ...routing,
      ...(isOfClients && { passthrough: passthroughName }),
    };
    return createWorkbench(sources, {
      files: {
        ...this.#paths,
        observedMedia: isOfClients ? this.#paths.observedMedia : undefined,
        runs: runsFolder(this.#folder),
        sessions: sessionsFolder(this.#folder),
      },
      folder: this.#folder,
      version,
      bundle,
      ...(wait && {
        listTools: (source, server, how) => (source === this.source ? wait : source).listTools(server, how),
      }),
      listTimeoutMs: 2 * Math.max(defaultTimings.startMs, options.waitMs),
      routing: () => rules,
      learn: () => options.learn,
      typeCheckCache: this.#checkedScripts,
      sandbox: {
        replaces: options.command === 'serve',
        onFallback: (why) =>
          say(`Scripts run in WebAssembly, slower and without Intl: ${settingsAsOptions(why)}`),
        ...(ofSandbox && { engine: ofSandbox.engine }),
        ...(ofSandbox?.sandboxOs !== undefined && { osConfinement: ofSandbox.sandboxOs }),
      },
      limits: () => ({ ...defaultLimits, ...ofScripts?.limits }),
      typeCheck: () => ofScripts?.typeCheck ?? 'off',
      ...this.#rulesOfRuns(),
      secrets: () => this.source.secrets(),
      audit: () => ofScripts?.audit === true || process.env['CODE_MODE_AUDIT'] === '1',
      telemetry: () => telemetry.target,
      fetch: this.#fetch,
      keepsSession: (session) => keepsSession(options, session),
      ...(this.shared && { shared: this.shared }),
      log: this.#log,
      warn: this.#log,
      tell: say,
    });
  }

  /** Returns the rules of the command line together with those of the workspace. */
  #rulesOfRuns() {
    const ofScripts = this.#ofScripts;
    const settings = this.#settings;
    const redaction = joinRules([
      ...(ofScripts ? [ofScripts.redact] : []),
      ...settings.map(({ redact }) => redact),
    ]);
    return {
      approvalRules: () => ({
        user: { rules: ofScripts?.approve ?? [], problems: [] },
        // The approval rules' problems are part of the configuration's problems and are reported with them.
        workspace: { rules: settings.flatMap(({ approvals }) => approvals), problems: [] },
      }),
      flowRules: () =>
        new FlowRules([...(ofScripts?.dataFlow ?? []), ...settings.flatMap(({ dataFlow }) => dataFlow)]),
      redaction: () => redaction,
      recordMode: () => leastRecorded([ofScripts?.record, ...settings.map(({ record }) => record)], false),
    };
  }
}

/** Connects to the shared state. The module is imported on demand because most commands do not need it. */
async function connectState(url: string, terminal: TerminalOutput): Promise<RedisState> {
  const { RedisState } = await import('../engine/stores/redisState.ts');
  try {
    return await RedisState.connect(url, (line) => terminal.say(`code-mode: ${line}`));
  } catch (error) {
    if (error instanceof SharedStateError) throw new UsageError(error.message);
    throw error;
  }
}

function definitionPlaces(options: EngineOptions): readonly DefinitionPlace[] {
  const { configs, commandLineServers, otherTools } = options;
  const folder = process.cwd();
  const places = { env: process.env, home: homedir(), platform: process.platform };
  const own = configs.map((config): DefinitionFile => {
    const format = extname(config) === '.code-workspace' ? 'codeWorkspace' : 'auto';
    return { path: resolve(config), format, folder, required: true };
  });
  // Servers of the command line need no approval, because a person wrote them for this command.
  const written = Object.fromEntries(commandLineServers.map(({ name, entry }) => [name, entry]));
  const here = {
    origin: 'the command line',
    dialect: 'mcpServers',
    servers: written,
    inputs: undefined,
  } as const;
  const named: readonly DefinitionPlace[] = [...(commandLineServers.length > 0 ? [here] : []), ...own];
  const found = named.length > 0 ? named : [...workspaceDefinitionFiles(folder), defaultProfileFile(places)];
  return otherTools ? [...found, ...otherToolsFiles(places)] : found;
}
