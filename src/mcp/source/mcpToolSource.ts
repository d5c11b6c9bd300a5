// All MCP servers of a configuration as one source of tools. Servers are independent: each starts, fails and restarts
// separately.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../base/json.ts';
import { Listeners } from '../../base/listeners.ts';
import {
  featureCallOf,
  type ToolListing,
  type CallOptions,
  type CallOutcome,
  type ListOptions,
  type ServerInfo,
  type ServerListing,
  type ToolSource,
  type FeatureAnswer,
  type FeatureRequest,
} from '../../catalog/index.ts';
import type { SignInOutcome } from '../auth/index.ts';
import { BackgroundWork, type BackgroundPace } from './backgroundWork.ts';
import { unknownServer } from '../connection/callErrors.ts';
import {
  noEditor,
  launchSecrets,
  type EditorVariables,
  type DefinitionProblem,
  type Definitions,
  type ServerDefinition,
  type WaitingItem,
} from '../definitions/index.ts';
import { ServerConnection } from '../connection/serverConnection.ts';
import { defaultDiscovery, type DiscoveryRules } from '../connection/discoveryRules.ts';
import type { LifecycleOptions } from '../connection/serverLifecycle.ts';
import type { ServerToolsOptions } from '../connection/serverTools.ts';
import { noInteraction, type UserInteraction } from '../elicitation/index.ts';
import { OrphanGuard } from '../transport/stdio/orphanGuard.ts';
import { defaultTimings, type ConnectionTimings } from '../connection/connectionTimings.ts';
import { Secrets } from '../protocol/secrets.ts';
import type { ServerLogLevel } from '../protocol/serverLog.ts';

export interface McpToolSourceOptions extends Pick<
  ServerToolsOptions & LifecycleOptions,
  'authorization' | 'clientInfo' | 'connectStdio' | 'fetch' | 'inputs' | 'listings' | 'roots'
> {
  /** Called at the first use and at every `reload`. */
  readonly readDefinitions: () => Promise<Definitions>;
  /**
   * Asks the user to trust a definition that an interactive request needs. Resolves to true after the approval, so that
   * a new reading of the definitions gives one that can start. Default: nobody is asked.
   */
  readonly approve?: (definition: WaitingItem, signal: AbortSignal) => Promise<boolean>;
  /** Called with one line about a server: a log message, stderr, a message that is not MCP, the end of the process. */
  readonly log: (server: string, line: string, level?: ServerLogLevel) => void;
  /** Returns the minimum level of a server's log (MCP `logging/setLevel`). Default: no level is requested. */
  readonly logLevel?: (server: string) => ServerLogLevel;
  /** Lets a server ask the user during a call. Default: servers cannot ask. */
  readonly userInteraction?: UserInteraction;
  /** Asked when a server with editor variables in its definition starts. */
  readonly variables?: EditorVariables;
  /** Called at each use. Default: `defaultDiscovery`. */
  readonly discovery?: () => DiscoveryRules;
  readonly timings?: Partial<ConnectionTimings>;
  /** Pace of the work that no caller waits for. Default: four servers at once, half a second after the first need. */
  readonly background?: BackgroundPace;
}

/** Maximum number of remembered secrets of ended servers. Records of runs are searched for these secrets too. */
const mostGiven = 500;

export class McpToolSource implements ToolSource {
  readonly #options: McpToolSourceOptions;
  readonly #background: BackgroundWork;
  readonly #timings: ConnectionTimings;
  readonly #guard: OrphanGuard;
  readonly #listeners = new Listeners();
  #servers: ReadonlyMap<string, ServerConnection> = new Map();
  #definitions: readonly ServerDefinition[] = [];
  #problems: readonly DefinitionProblem[] = [];
  /** Keys and tokens that the definitions contain. */
  #spelledOut: readonly string[] = [];
  /** Keys and tokens that servers have received. Records of runs are written after servers have ended. */
  readonly #given = new Secrets({}, [], undefined, mostGiven);
  #loading: Promise<void> | undefined;
  /** Servers for which the user is being asked to trust the definition. */
  readonly #asking = new Set<string>();
  /** Shutdowns of servers that are no longer defined, until their processes have ended. */
  readonly #leaving = new Set<Promise<unknown>>();
  #disposed = false;

  constructor(options: McpToolSourceOptions) {
    this.#options = options;
    this.#background = new BackgroundWork(options.background ?? { delayMs: 500, atOnce: 4 });
    this.#timings = { ...defaultTimings, ...options.timings };
    this.#guard = new OrphanGuard(this.#timings);
  }

  async servers(): Promise<readonly ServerInfo[]> {
    await this.#load();
    const infos = [...this.#servers.values()].map((server) => server.info());
    return infos.map((info) => (this.#asking.has(info.name) ? { ...info, state: 'needs_input' } : info));
  }

  /** Returns the definitions of the last reading, in order of precedence. */
  async definitions(): Promise<readonly ServerDefinition[]> {
    await this.#load();
    return this.#definitions;
  }

  async listTools(server: string, options: ListOptions): Promise<ServerListing> {
    await this.#load();
    if (options.interactive === true) await this.#askForTrust(server, options.signal);
    const connection = this.#servers.get(server);
    if (!connection) return { ok: false, error: `no MCP server "${server}". Check its configuration.` };
    return connection.tools.list(options);
  }

  async knownTools(server: string): Promise<ToolListing | undefined> {
    await this.#load();
    return this.#servers.get(server)?.tools.knownListing();
  }

  async callTool(
    server: string,
    tool: string,
    input: JsonObject,
    options: CallOptions,
  ): Promise<CallOutcome> {
    options.onSent?.(false);
    await this.#load();
    return this.#servers.get(server)?.callTool(tool, input, options) ?? unknownServer(server, tool);
  }

  async requestFeature(
    server: string,
    request: FeatureRequest,
    options: CallOptions,
  ): Promise<FeatureAnswer> {
    options.onSent?.(false);
    await this.#load();
    const connection = this.#servers.get(server);
    return connection?.requestFeature(request, options) ?? unknownServer(server, featureCallOf(request));
  }

  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  warnings(): readonly string[] {
    const shownAsServer = (problem: DefinitionProblem) =>
      problem.severity === 'error' && problem.server !== undefined;
    return this.#problems.filter((problem) => !shownAsServer(problem)).map((problem) => problem.message);
  }

  /** Returns the problems of the last reading. Errors that name a `server` also appear in `servers()`. */
  problems(): readonly DefinitionProblem[] {
    return this.#problems;
  }

  /**
   * Reads the definitions again. A server with an unchanged definition keeps running; a running server with a changed
   * definition restarts in the background, without questions. Servers that are no longer defined have ended when the
   * promise resolves.
   */
  async reload(): Promise<void> {
    const read = () => this.#read();
    const reading = (this.#loading ?? Promise.resolve()).then(read, read);
    this.#loading = reading;
    await reading;
    await Promise.all(this.#leaving);
  }

  /** Starts all servers that were not stopped, in parallel, and lists their tools, without questions. */
  async discoverAll(signal: AbortSignal): Promise<void> {
    await this.#load();
    await Promise.all(
      [...this.#servers.values()].map((server) => server.tools.list({ signal, fresh: true })),
    );
  }

  /**
   * Starts the server if it does not run, even shortly after a failure. Resolves to undefined if no server has this
   * name. `startMs` replaces the limit of 30 s for this start and later ones.
   */
  async startServer(server: string, startMs?: number): Promise<ServerInfo | undefined> {
    await this.#load();
    return this.#servers.get(server)?.start(startMs);
  }

  /** Stops the server until a person starts it or a script names it. */
  async stopServer(server: string): Promise<ServerInfo | undefined> {
    await this.#load();
    return this.#servers.get(server)?.stop();
  }

  /** Stops the server if it runs, and starts it at once, even shortly after a failure. */
  async restartServer(server: string): Promise<ServerInfo | undefined> {
    await this.#load();
    return this.#servers.get(server)?.restart();
  }

  /** Starts the server if necessary, and lets the person sign in to it. */
  async signIn(server: string, signal: AbortSignal): Promise<SignInOutcome> {
    await this.#load();
    await this.#askForTrust(server, signal);
    const found = this.#servers.get(server);
    if (found) return found.signIn(signal);
    return { ok: false, error: 'no such server is configured. Check its name.', denied: false };
  }

  /** Returns the keys and tokens in definitions, and those that servers, even ended ones, have received. */
  secrets(): readonly string[] {
    return [
      ...this.#spelledOut,
      ...this.#given.values(),
      ...[...this.#servers.values()].flatMap((server) => server.secrets()),
    ];
  }

  /** Returns `text` with the keys and tokens of all servers replaced. */
  hideSecrets(text: string): string {
    return [...this.#servers.values()].reduce(
      (shown, server) => server.hideSecrets(shown),
      this.#given.hide(text),
    );
  }

  /** Must be called when the result of `roots` changes; notifies running servers. */
  rootsChanged(): void {
    for (const connection of this.#servers.values()) connection.notify((session) => session.rootsChanged());
  }

  /** Must be called when the result of `logLevel` for the server changes; notifies the server if it runs. */
  logLevelChanged(server: string): void {
    this.#servers.get(server)?.notify((session) => session.logLevelChanged());
  }

  /**
   * Sends the signal to the process groups of all running servers, for a host that has no time to stop them. On Windows
   * the processes end with the host.
   */
  signalServers(signal: NodeJS.Signals): void {
    this.#guard.signal(signal);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#background.dispose();
    await this.#loading?.catch(() => undefined);
    this.#listeners.clear();
    await Promise.all([
      ...this.#leaving,
      ...[...this.#servers.values()].map((connection) => connection.dispose()),
    ]);
    this.#guard.dispose();
  }

  async #askForTrust(server: string, signal: AbortSignal): Promise<void> {
    const launch = this.#definitions.find(({ name }) => name === server)?.launch;
    const waiting = launch?.type === 'invalid' ? launch.waiting : undefined;
    const { approve } = this.#options;
    if (!waiting || !approve) return;
    this.#asking.add(server);
    try {
      if (await approve(waiting, signal)) await this.reload();
    } finally {
      this.#asking.delete(server);
    }
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    const { definitions, problems } = await this.#options.readDefinitions();
    if (this.#disposed) return;
    const before = this.#servers;
    const after = new Map<string, ServerConnection>();
    for (const definition of definitions) {
      const kept = before.get(definition.name);
      const same = kept && isSameServer(kept.definition, definition);
      after.set(definition.name, same ? kept : this.#connect(definition));
    }
    // The first script needs the stored lists, which are read while its sandbox starts.
    for (const connection of after.values()) void connection.tools.known();
    this.#servers = after;
    this.#definitions = definitions;
    this.#given.add(...this.#spelledOut);
    this.#spelledOut = definitions.flatMap(spelledOutSecrets);
    this.#problems = problems;
    for (const [name, connection] of before) {
      if (after.get(name) === connection) continue;
      this.#given.add(...connection.secrets());
      const successor = connection.isInUse ? after.get(name) : undefined;
      const left: Promise<unknown> = connection.dispose().finally(() => this.#leaving.delete(left));
      this.#leaving.add(left);
      successor?.startAfter(left);
    }
    this.#listeners.fire();
  }

  #connect(definition: ServerDefinition): ServerConnection {
    const { logLevel } = this.#options;
    return new ServerConnection(definition, {
      ...this.#options,
      variables: this.#options.variables ?? noEditor,
      userInteraction: this.#options.userInteraction ?? noInteraction,
      logLevel: logLevel && (() => logLevel(definition.name)),
      discovery: this.#options.discovery ?? (() => defaultDiscovery),
      background: this.#background,
      timings: this.#timings,
      guard: this.#guard,
      onSecrets: (secrets) => this.#given.add(...secrets),
      log: (line, level) => this.#options.log(definition.name, line, level),
      onChange: () => this.#listeners.fire(),
    });
  }
}

/** True if both definitions describe the same server, even if its position in the file differs. */
function isSameServer(a: ServerDefinition, b: ServerDefinition): boolean {
  return isDeepStrictEqual({ ...a, place: undefined }, { ...b, place: undefined });
}

function spelledOutSecrets({ launch }: ServerDefinition): readonly string[] {
  return launch.type === 'stdio' || launch.type === 'http' ? launchSecrets(launch).values() : [];
}
