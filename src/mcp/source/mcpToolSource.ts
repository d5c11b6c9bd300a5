// All MCP servers of a configuration as one source of tools. Servers know nothing of each other: each starts, fails
// and restarts by itself.
import { isDeepStrictEqual } from 'node:util';
import type { FetchLike } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import { Listeners } from '../../base/listeners.ts';
import type {
  ToolListing,
  CallOptions,
  CallOutcome,
  ListOptions,
  ServerInfo,
  ServerListing,
  ToolSource,
} from '../../catalog/toolSource.ts';
import type { FeatureAnswer, FeatureRequest } from '../../catalog/serverFeatures.ts';
import type { AuthorizationParts } from '../auth/serverAuthorization.ts';
import type { SignInOutcome } from '../auth/signIn.ts';
import { BackgroundWork, type BackgroundPace } from './backgroundWork.ts';
import { CallErrors } from '../connection/callErrors.ts';
import { noEditor, type EditorVariables, type Inputs } from '../definitions/inputs.ts';
import { unknownServer } from '../connection/featureErrors.ts';
import { ServerConnection } from '../connection/serverConnection.ts';
import { defaultDiscovery, type DiscoveryRules } from '../connection/discoveryRules.ts';
import type { ToolListStore } from '../connection/cachedToolList.ts';
import { noInteraction, type UserInteraction } from '../elicitation/userInteraction.ts';
import type { ConnectStdio } from '../transport/stdio/stdioTransport.ts';
import { OrphanGuard } from '../transport/stdio/orphanGuard.ts';
import { defaultTimings, type ConnectionTimings } from '../connection/connectionTimings.ts';
import {
  isUnapproved,
  type DefinitionProblem,
  type Definitions,
  type ServerDefinition,
  type UnapprovedDefinition,
} from '../definitions/serverDefinition.ts';
import type { ClientInfo } from '../session/session.ts';
import { launchSecrets } from '../definitions/launchSecrets.ts';
import { Secrets } from '../protocol/secrets.ts';
import type { LogLevel } from '../protocol/serverLog.ts';

export interface McpToolSourceOptions {
  /** Asked at first need and at every `reload`. */
  readonly readDefinitions: () => Promise<Definitions>;
  /**
   * Asks the user to trust a definition that an interactive request needs; true once it is approved, so that reading the definitions again
   * gives one that can start. Default: nobody is asked.
   */
  readonly approve?: (definition: UnapprovedDefinition, signal: AbortSignal) => Promise<boolean>;
  /** What servers learn about us (MCP `clientInfo`). */
  readonly clientInfo: ClientInfo;
  /** One line about one server: what it logs and says on stderr, what it sent that is not MCP, that it died. */
  readonly log: (server: string, line: string, level?: LogLevel) => void;
  /** The folders that servers may work in, as absolute paths, for servers that ask (MCP roots). Default: they are not told. */
  readonly roots?: () => readonly string[];
  /** Asked when a server whose definition has `${input:...}` is started. */
  readonly inputs: Inputs;
  /** How people sign in to servers on the web, and where that is kept. */
  readonly authorization: AuthorizationParts;
  /** From which level on the logs of servers are wanted (MCP `logging/setLevel`). Default: servers are not told. */
  readonly logLevel?: (server: string) => LogLevel;
  /** How servers reach the user in the middle of a call. Default: not at all. */
  readonly userInteraction?: UserInteraction;
  /** Asked when a server whose definition has variables of the editor is started. */
  readonly variables?: EditorVariables;
  /** Asked at each use; `defaultDiscovery` unless told. */
  readonly discovery?: () => DiscoveryRules;
  /** Tools of earlier sessions; without it none are known. */
  readonly listings?: ToolListStore;
  /** For servers on the web. Default: the global one. */
  readonly fetch?: FetchLike;
  /** For servers that are commands. Default: each is a process. */
  readonly connectStdio?: ConnectStdio;
  readonly timings?: Partial<ConnectionTimings>;
  /** How servers without a waiting caller are asked; half a second after the first need, four at once, unless told. */
  readonly background?: BackgroundPace;
}

/** Keys of servers that have ended are remembered up to this number, which the records of runs look for as well. */
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
  /** Keys and tokens in the definitions. */
  #spelledOut: readonly string[] = [];
  /** Keys and tokens that servers were given so far: the records of runs are written after servers have ended. */
  readonly #given = new Secrets({}, [], undefined, mostGiven);
  #loading: Promise<void> | undefined;
  /** Servers whose user is asked whether to trust their definition. */
  readonly #asking = new Set<string>();
  /** Servers that are no longer defined, until their processes are gone. */
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
    const infos = await Promise.all([...this.#servers.values()].map((server) => server.info()));
    return infos.map((info) => (this.#asking.has(info.name) ? { ...info, state: 'needs_input' } : info));
  }

  /** As they were last read, in order of precedence. */
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

  async callTool(server: string, tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome> {
    options.onSent?.(false);
    await this.#load();
    const connection = this.#servers.get(server);
    return connection ? connection.callTool(tool, input, options) : new CallErrors(server, tool).unknownServer();
  }

  async requestFeature(server: string, request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer> {
    options.onSent?.(false);
    await this.#load();
    return this.#servers.get(server)?.requestFeature(request, options) ?? unknownServer(server, request);
  }

  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  warnings(): readonly string[] {
    const shownAsServer = (problem: DefinitionProblem) => problem.severity === 'error' && problem.server !== undefined;
    return this.#problems.filter((problem) => !shownAsServer(problem)).map((problem) => problem.message);
  }

  /** What was wrong in the files at the last reading. Those with severity `error` and a `server` also show in `servers()`. */
  problems(): readonly DefinitionProblem[] {
    return this.#problems;
  }

  /**
   * Reads the definitions again. A server whose definition is the same keeps running; a changed one that runs restarts in the
   * background, without questions. Those that are no longer defined are gone when it resolves.
   */
  async reload(): Promise<void> {
    const read = () => this.#read();
    const reading = (this.#loading ?? Promise.resolve()).then(read, read);
    this.#loading = reading;
    await reading;
    await Promise.all(this.#leaving);
  }

  /** Starts all servers that were not stopped, side by side, and lists their tools, without questions. */
  async discoverAll(signal: AbortSignal): Promise<void> {
    await this.#load();
    await Promise.all([...this.#servers.values()].map((server) => server.tools.list({ signal, fresh: true })));
  }

  /**
   * Starts the server if it does not run, also shortly after a failure; undefined where there is none of that name. `startMs`: how long this start
   * and later ones may take, in place of 30 s.
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

  /** Stops the server if it runs and starts it at once, also shortly after a failure. */
  async restartServer(server: string): Promise<ServerInfo | undefined> {
    await this.#load();
    return this.#servers.get(server)?.restart();
  }

  /** Lets the person sign in to a server, which is started for it. */
  async signIn(server: string, signal: AbortSignal): Promise<SignInOutcome> {
    await this.#load();
    await this.#askForTrust(server, signal);
    const found = this.#servers.get(server);
    if (found) return found.signIn(signal);
    return { ok: false, error: 'no such server is configured. Check its name.', denied: false };
  }

  /** Keys and tokens: those that definitions spell out, and what servers were given, also those that have ended. */
  secrets(): readonly string[] {
    return [...this.#spelledOut, ...this.#given.values(), ...[...this.#servers.values()].flatMap((server) => server.secrets())];
  }

  /** `text` without what servers were given as keys and tokens. */
  hideSecrets(text: string): string {
    return [...this.#servers.values()].reduce((shown, server) => server.hideSecrets(shown), this.#given.hide(text));
  }

  /** Call when what `roots` gives has changed: running servers learn so. */
  rootsChanged(): void {
    for (const connection of this.#servers.values()) connection.notify((session) => session.rootsChanged());
  }

  /** Call when what `logLevel` gives for a server has changed: a running server learns so. */
  logLevelChanged(server: string): void {
    this.#servers.get(server)?.notify((session) => session.logLevelChanged());
  }

  /** For a host that has no time to stop its servers: to the groups of all processes that run. On Windows they end with the host. */
  signalServers(signal: NodeJS.Signals): void {
    this.#guard.signal(signal);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#background.dispose();
    await this.#loading?.catch(() => undefined);
    this.#listeners.clear();
    await Promise.all([...this.#leaving, ...[...this.#servers.values()].map((connection) => connection.dispose())]);
    this.#guard.dispose();
  }

  async #askForTrust(server: string, signal: AbortSignal): Promise<void> {
    const definition = this.#definitions.find(({ name }) => name === server);
    const { approve } = this.#options;
    if (!definition || !isUnapproved(definition) || !approve) return;
    this.#asking.add(server);
    try {
      if (await approve(definition, signal)) await this.reload();
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
    this.#servers = after;
    this.#definitions = definitions;
    this.#given.add(...this.#spelledOut);
    this.#spelledOut = definitions.flatMap(spelledOutSecrets);
    this.#problems = problems;
    const dropped = [...before.values()].filter((connection) => after.get(connection.definition.name) !== connection);
    for (const connection of dropped) {
      this.#given.add(...connection.secrets());
      const successor = connection.isInUse ? after.get(connection.definition.name) : undefined;
      const left: Promise<unknown> = connection.dispose().finally(() => this.#leaving.delete(left));
      this.#leaving.add(left);
      successor?.startAfter(left);
    }
    this.#listeners.fire();
  }

  #connect(definition: ServerDefinition): ServerConnection {
    const { logLevel } = this.#options;
    return new ServerConnection(definition, {
      clientInfo: this.#options.clientInfo,
      authorization: this.#options.authorization,
      ports: { inputs: this.#options.inputs, variables: this.#options.variables ?? noEditor },
      userInteraction: this.#options.userInteraction ?? noInteraction,
      logLevel: logLevel && (() => logLevel(definition.name)),
      discovery: this.#options.discovery ?? (() => defaultDiscovery),
      listings: this.#options.listings,
      background: this.#background,
      timings: this.#timings,
      roots: this.#options.roots,
      fetch: this.#options.fetch,
      connectStdio: this.#options.connectStdio,
      guard: this.#guard,
      onSecrets: (secrets) => this.#given.add(...secrets),
      log: (line, level) => this.#options.log(definition.name, line, level),
      onChange: () => this.#listeners.fire(),
    });
  }
}

/** Wherever in its file it now stands. */
function isSameServer(a: ServerDefinition, b: ServerDefinition): boolean {
  return a.origin === b.origin && isDeepStrictEqual([a.launch, a.tools], [b.launch, b.tools]);
}

function spelledOutSecrets({ launch }: ServerDefinition): readonly string[] {
  return launch.type === 'stdio' || launch.type === 'http' ? launchSecrets(launch).values() : [];
}
