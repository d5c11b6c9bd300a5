// States of one server: stopped, starting, running, failed. The server starts at its first use, once for all callers,
// and again at the next use after it has ended.
import type { CallOptions, ListOptions, UserAction, ServerInfo } from '../../catalog/index.ts';
import type {
  LaunchPorts,
  HttpLaunch,
  ServerDefinition,
  StartableLaunch,
  StdioLaunch,
} from '../definitions/index.ts';
import type { AuthorizationParts, ServerAuthorization } from '../auth/index.ts';
import type { ConnectionTimings } from './connectionTimings.ts';
import type { OrphanGuard } from '../transport/stdio/orphanGuard.ts';
import type { UserInteraction } from '../elicitation/index.ts';
import { ConnectionAttempt } from './connectionAttempt.ts';
import type {
  ClientInfo,
  OpenOutcome,
  RootsHistory,
  Session,
  SessionOptions,
  VersionHistory,
} from '../session/session.ts';
import type { ServerLogLevel } from '../protocol/serverLog.ts';
import { backoffMs, type BackoffTimes } from '../protocol/backoff.ts';

export interface LifecycleOptions {
  readonly clientInfo: ClientInfo;
  readonly authorization: AuthorizationParts;
  readonly ports: LaunchPorts;
  readonly timings: ConnectionTimings;
  readonly log: (line: string, level?: ServerLogLevel) => void;
  readonly roots?: (() => readonly string[]) | undefined;
  readonly userInteraction: UserInteraction;
  readonly logLevel?: (() => ServerLogLevel) | undefined;
  readonly fetch?: SessionOptions['fetch'];
  readonly connectStdio?: SessionOptions['connectStdio'];
  readonly guard: OrphanGuard;
  /** Called with the keys and tokens that the server receives. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  /** Called when the server's state changes. */
  readonly onChange: () => void;
}

type Phase =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting'; readonly start: ConnectionAttempt }
  | { readonly state: 'running'; readonly session: Session }
  | {
      readonly state: 'failed';
      readonly error: string;
      readonly needs?: UserAction;
      readonly isSlow?: boolean;
      /** on the monotonic clock */ readonly retryAt: number;
    };

/** A caller that needs the server: if it may ask a person, and the clock that pauses meanwhile. */
export interface StartCaller extends ListOptions, Pick<CallOptions, 'pauseClockWhile'> {}

export class ServerLifecycle {
  readonly #definition: ServerDefinition;
  readonly #options: LifecycleOptions;
  readonly #onToolsChanged: () => void;
  readonly #restarts: RestartPolicy;
  #startMs: number;
  readonly #rootsHistory: RootsHistory = { asks: false, saidNarrowed: false };
  readonly #versions: VersionHistory;
  #authorization: ServerAuthorization | undefined;
  /** True if a person stopped the server. Only a person, a call or a script that names the server starts it again. */
  isHeld = false;
  #disposed = false;
  #phase: Phase = { state: 'stopped' };
  /** Resolves when the process of the previous session has ended. */
  #stopping: Promise<void> | undefined;

  constructor(definition: ServerDefinition, options: LifecycleOptions, onToolsChanged: () => void) {
    this.#definition = definition;
    this.#options = options;
    this.#onToolsChanged = onToolsChanged;
    this.#startMs = options.timings.startMs;
    this.#versions = { pinned: definition.protocolVersion, known: undefined };
    this.#restarts = new RestartPolicy({
      firstMs: options.timings.retryAfterMs,
      capMs: options.timings.retryCapMs,
    });
  }

  get state(): Pick<ServerInfo, 'state' | 'error' | 'isSlow'> {
    const { launch } = this.#definition;
    if (launch.type === 'invalid')
      return { state: launch.disabled ? 'stopped' : 'failed', error: launch.error };
    const phase = this.#phase;
    if (phase.state === 'failed')
      return { state: phase.needs ?? 'failed', error: phase.error, ...(phase.isSlow && { isSlow: true }) };
    return { state: (phase.state === 'starting' ? phase.start.waitsFor : undefined) ?? phase.state };
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  /** Defined while the server runs. */
  get session(): Session | undefined {
    return this.#phase.state === 'running' ? this.#phase.session : undefined;
  }

  /**
   * Authorization of the last start; undefined if the definition has its own `Authorization` header or no web address.
   */
  get authorization(): ServerAuthorization | undefined {
    return this.#authorization;
  }

  /** Starts the server if it does not run. Shortly after a failure, returns that failure instead. */
  async ensureRunning(caller: StartCaller): Promise<OpenOutcome> {
    const { interactive = false } = caller;
    const { launch } = this.#definition;
    if (!this.#disposed) await this.#stopping;
    const phase = this.#phase;
    if (this.#disposed) return { ok: false, error: 'it was removed.' };
    if (launch.type === 'invalid') return { ok: false, error: launch.error };
    if (phase.state === 'running') return { ok: true, session: phase.session };
    if (phase.state === 'starting') {
      const opened = await phase.start.outcomeFor(interactive, caller);
      const mayHelp = !opened.ok && opened.needs !== undefined && interactive;
      // The start could not ask a person, or all callers that waited for its question have left.
      const askedNobody = !phase.start.interactive || phase.start.signal.aborted;
      return mayHelp && askedNobody && !caller.signal.aborted ? this.ensureRunning(caller) : opened;
    }
    if (phase.state === 'failed') {
      const mayHelp = phase.needs !== undefined && interactive;
      if (!mayHelp && performance.now() < phase.retryAt)
        return { ok: false, error: phase.error, ...(phase.needs && { needs: phase.needs }) };
    }
    const start = this.#start(launch, interactive);
    this.#become({ state: 'starting', start });
    return start.outcomeFor(interactive, caller);
  }

  /**
   * Starts the server regardless of earlier failures. The user may be asked. `startMs` is the time limit of this start
   * and later ones, in milliseconds.
   */
  async start(startMs = this.#startMs): Promise<void> {
    this.#startMs = startMs;
    this.#restarts.reset();
    if (this.#phase.state === 'failed') this.#become({ state: 'stopped' });
    await this.ensureRunning({ signal: new AbortController().signal, interactive: true });
  }

  /** Stops the server. No process is left when the promise resolves. */
  async stop(): Promise<void> {
    const phase = this.#phase;
    this.#phase = { state: 'stopped' };
    if (phase.state === 'starting') this.#stopping = phase.start.stop();
    if (phase.state === 'running') this.#stopping = phase.session.close();
    await this.#stopping;
    if (phase.state !== 'stopped') this.#options.onChange();
  }

  /** Stops the server permanently. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#authorization?.dispose();
    await this.stop();
  }

  /** The MCP version to offer at the next start; undefined if the server is to be asked. */
  get versionToOffer(): string | undefined {
    return this.#versions.known;
  }

  /** Sets the MCP version of an earlier session, to be offered at the first start. */
  expectVersion(version: string): void {
    this.#versions.known ??= version;
  }

  /** Calls `change` with the session if the server runs, or when it has started. */
  notify(change: (session: Session) => void): void {
    const phase = this.#phase;
    if (phase.state === 'running') change(phase.session);
    if (phase.state === 'starting')
      void phase.start.outcome.then((opened) => opened.ok && change(opened.session));
  }

  #start(launch: StartableLaunch, interactive: boolean): ConnectionAttempt {
    const {
      clientInfo,
      ports,
      timings,
      log,
      roots,
      userInteraction,
      logLevel,
      fetch,
      connectStdio,
      guard,
      onSecrets,
    } = this.#options;
    const { name: server, origin } = this.#definition;
    return new ConnectionAttempt(this.#definition, launch, {
      ports,
      authorizationOf: (ready) => this.#authorizationOf(ready),
      interactive,
      onChange: this.#options.onChange,
      settle: (settled, opened) => this.#settle(settled, opened),
      session: {
        clientInfo,
        roots,
        rootsHistory: this.#rootsHistory,
        versions: this.#versions,
        userInteraction,
        logLevel,
        log,
        fetch,
        connectStdio,
        guard,
        onSecrets,
        stop: timings,
        reconnect: { firstMs: timings.reconnectMs, capMs: timings.reconnectCapMs },
        startMs: this.#startMs,
        server,
        origin,
        onToolsChanged: this.#onToolsChanged,
      },
      onEnded: (reason, type) => this.#ended(reason, type),
    });
  }

  /**
   * Returns the authorization, which is kept between starts as long as the server is the same. Loads the MCP SDK, so it
   * is called only at a start.
   */
  async #authorizationOf(launch: StdioLaunch | HttpLaunch): Promise<ServerAuthorization | undefined> {
    if (launch.type !== 'http' || !/^https?:/i.test(launch.url)) return undefined;
    if (Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization')) return undefined;
    const { ServerAuthorization } = await import('../auth/serverAuthorization.ts');
    if (this.#authorization?.isOf(launch) !== true) {
      this.#options.onSecrets(this.#authorization?.secrets.values() ?? []);
      this.#authorization?.dispose();
      this.#authorization = new ServerAuthorization(this.#definition, launch, this.#options.authorization);
    }
    return this.#authorization;
  }

  async #settle(start: ConnectionAttempt, opened: OpenOutcome): Promise<OpenOutcome> {
    const phase = this.#phase;
    if (phase.state !== 'starting' || phase.start !== start) {
      if (opened.ok) await opened.session.close();
      return { ok: false, error: 'it was stopped while starting.' };
    }
    if (opened.ok) {
      this.#restarts.started(performance.now());
      this.#become({ state: 'running', session: opened.session });
    } else
      this.#become({ ...opened, state: 'failed', retryAt: this.#restarts.startFailed(performance.now()) });
    return opened;
  }

  /** A session on the web may end although its server is well, so the next start may follow at once. */
  #ended(reason: string, type: 'stdio' | 'http'): void {
    const now = performance.now();
    const error = `${reason}. It restarts when next needed.`;
    this.#options.log(reason);
    this.#become({ state: 'failed', error, retryAt: type === 'stdio' ? this.#restarts.died(now) : now });
  }

  #become(phase: Phase): void {
    this.#phase = phase;
    this.#options.onChange();
  }
}

// Decides when a failed server may start again. A server that fails repeatedly does not start at each use.
/** All times are milliseconds on the monotonic clock. */
export class RestartPolicy {
  readonly #times: BackoffTimes;
  #failures = 0;
  #startedAt = 0;

  constructor(times: BackoffTimes) {
    this.#times = times;
  }

  started(now: number): void {
    this.#startedAt = now;
  }

  /** Returns the earliest time of the next start. */
  startFailed(now: number): number {
    this.#failures += 1;
    return now + backoffMs(this.#failures - 1, this.#times);
  }

  /** Returns the earliest time of the next start. A server that ended for the first time may start at once. */
  died(now: number): number {
    const livedLong = now - this.#startedAt >= this.#times.capMs;
    this.#failures = livedLong ? 1 : this.#failures + 1;
    return this.#failures === 1 ? now : now + backoffMs(this.#failures - 2, this.#times);
  }

  /** Forgets earlier failures, because a person wants the server now. */
  reset(): void {
    this.#failures = 0;
  }
}
