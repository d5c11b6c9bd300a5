// The lives of one server: stopped, starting, running, failed. It is started at first need, once for everybody who needs it, and
// started again at the next need after it died.
import type { CallOptions, ListOptions, UserAction, ServerInfo } from '../../catalog/toolSource.ts';
import type { LaunchPorts } from '../definitions/resolveInputs.ts';
import type { AuthorizationParts, ServerAuthorization } from '../auth/serverAuthorization.ts';
import type { ConnectionTimings } from './connectionTimings.ts';
import type { OrphanGuard } from '../transport/stdio/orphanGuard.ts';
import type { UserInteraction } from '../elicitation/userInteraction.ts';
import type { HttpLaunch, ServerDefinition, StartableLaunch, StdioLaunch } from '../definitions/serverDefinition.ts';
import { ConnectionAttempt } from './connectionAttempt.ts';
import type { ClientInfo, OpenOutcome, RootsHistory, Session, SessionOptions, VersionHistory } from '../session/session.ts';
import type { LogLevel } from '../protocol/serverLog.ts';
import { backoffMs, type BackoffTimes } from '../protocol/backoff.ts';

export interface LifecycleOptions {
  readonly clientInfo: ClientInfo;
  readonly authorization: AuthorizationParts;
  readonly ports: LaunchPorts;
  readonly timings: ConnectionTimings;
  readonly log: (line: string, level?: LogLevel) => void;
  readonly roots?: (() => readonly string[]) | undefined;
  readonly userInteraction: UserInteraction;
  readonly logLevel?: (() => LogLevel) | undefined;
  readonly fetch?: SessionOptions['fetch'];
  readonly connectStdio?: SessionOptions['connectStdio'];
  readonly guard: OrphanGuard;
  /** Takes the keys and tokens that the server is given. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  /** The server's state changed. */
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

/** Who needs the server: what they may ask of a person, and whose clock stands still meanwhile. */
export interface Caller extends ListOptions, Pick<CallOptions, 'pauseClockWhile'> {}

export class ServerLifecycle {
  readonly #definition: ServerDefinition;
  readonly #options: LifecycleOptions;
  readonly #onToolsChanged: () => void;
  readonly #restarts: RestartPolicy;
  #startMs: number;
  readonly #rootsHistory: RootsHistory = { asks: false, saidNarrowed: false };
  readonly #versions: VersionHistory;
  #authorization: ServerAuthorization | undefined;
  /** A person stopped it: only a person, a call or a script that names it starts it. */
  isHeld = false;
  #disposed = false;
  #phase: Phase = { state: 'stopped' };
  /** Settles when the process of its last life is gone. */
  #stopping: Promise<void> | undefined;

  constructor(definition: ServerDefinition, options: LifecycleOptions, onToolsChanged: () => void) {
    this.#definition = definition;
    this.#options = options;
    this.#onToolsChanged = onToolsChanged;
    this.#startMs = options.timings.startMs;
    this.#versions = { pinned: definition.protocolVersion, known: undefined };
    this.#restarts = new RestartPolicy({ firstMs: options.timings.retryAfterMs, capMs: options.timings.retryCapMs });
  }

  get state(): Pick<ServerInfo, 'state' | 'error' | 'isSlow'> {
    const { launch } = this.#definition;
    if (launch.type === 'invalid') return { state: launch.disabled ? 'stopped' : 'failed', error: launch.error };
    const phase = this.#phase;
    if (phase.state === 'failed') return { state: phase.needs ?? 'failed', error: phase.error, ...(phase.isSlow && { isSlow: true }) };
    return { state: (phase.state === 'starting' ? phase.start.waitsFor : undefined) ?? phase.state };
  }

  get isDisposed(): boolean {
    return this.#disposed;
  }

  /** While it runs. */
  get session(): Session | undefined {
    return this.#phase.state === 'running' ? this.#phase.session : undefined;
  }

  /** Of the last start; undefined where the definition brings its own, or there is no address to sign in to. */
  get authorization(): ServerAuthorization | undefined {
    return this.#authorization;
  }

  /** Starts the server if it does not run, but not right after a failure. */
  async ensureRunning(caller: Caller): Promise<OpenOutcome> {
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
      // It had no leave to ask, or those who waited for its question have left.
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

  /** The same without regard to earlier failures. A person may be asked. `startMs`: how long this start and later ones may take. */
  async start(startMs = this.#startMs): Promise<void> {
    this.#startMs = startMs;
    this.#restarts.reset();
    if (this.#phase.state === 'failed') this.#become({ state: 'stopped' });
    await this.ensureRunning({ signal: new AbortController().signal, interactive: true });
  }

  /** No process is left when it resolves. */
  async stop(): Promise<void> {
    const phase = this.#phase;
    this.#phase = { state: 'stopped' };
    if (phase.state === 'starting') this.#stopping = phase.start.stop();
    if (phase.state === 'running') this.#stopping = phase.session.close();
    await this.#stopping;
    if (phase.state !== 'stopped') this.#options.onChange();
  }

  /** Stops it for good. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#authorization?.dispose();
    await this.stop();
  }

  /** The version of MCP to offer the server at its next start; undefined where it is to be asked. */
  get versionToOffer(): string | undefined {
    return this.#versions.known;
  }

  /** The version of MCP that the server spoke in an earlier session, for the first start. */
  expectVersion(version: string): void {
    this.#versions.known ??= version;
  }

  /** Makes a change known to the server, if it runs, or as soon as it has started. */
  notify(change: (session: Session) => void): void {
    const phase = this.#phase;
    if (phase.state === 'running') change(phase.session);
    if (phase.state === 'starting') void phase.start.outcome.then((opened) => opened.ok && change(opened.session));
  }

  #start(launch: StartableLaunch, interactive: boolean): ConnectionAttempt {
    const { clientInfo, ports, timings, log, roots, userInteraction, logLevel, fetch, connectStdio, guard, onSecrets } = this.#options;
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

  /** Kept from start to start for as long as it is the same server. Loads the MCP SDK, so it comes with the first start. */
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
    } else this.#become({ ...opened, state: 'failed', retryAt: this.#restarts.startFailed(performance.now()) });
    return opened;
  }

  /** A session on the web may end without its server having failed: then the next start tells. */
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

// When a server that failed is started again. Whoever needs it starts it, but one that keeps failing not at every need.
/** All times are on the monotonic clock, in milliseconds. */
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

  /** Gives the earliest time of the next start. */
  startFailed(now: number): number {
    this.#failures += 1;
    return now + backoffMs(this.#failures - 1, this.#times);
  }

  /** The same; one that dies for the first time may be started at once. */
  died(now: number): number {
    const livedLong = now - this.#startedAt >= this.#times.capMs;
    this.#failures = livedLong ? 1 : this.#failures + 1;
    return this.#failures === 1 ? now : now + backoffMs(this.#failures - 2, this.#times);
  }

  /** Somebody wants it now, whatever was. */
  reset(): void {
    this.#failures = 0;
  }
}
