// The lives of one server: stopped, starting, running, failed. It is started at first need, once for everybody who needs it, and
// started again at the next need after it died.
import type { CallOptions, ListOptions, UserAction, ServerInfo } from '../../catalog/toolSource.ts';
import type { LaunchPorts } from '../definitions/resolveInputs.ts';
import type { ServerSignIns } from '../auth/serverSignIns.ts';
import type { ConnectionTimings } from './connectionTimings.ts';
import type { OrphanGuard } from '../transport/stdio/orphanGuard.ts';
import type { Person } from '../elicitation/userInteraction.ts';
import { RestartPolicy } from './restartPolicy.ts';
import type { ServerDefinition, StartableLaunch } from '../definitions/serverDefinition.ts';
import { ServerStart } from './connectionAttempt.ts';
import type { ClientInfo, OpenOutcome, RootsHistory, Session, SessionOptions } from '../session/session.ts';
import type { LogLevel } from '../protocol/serverLog.ts';

export interface LifeOptions {
  readonly clientInfo: ClientInfo;
  readonly ports: LaunchPorts;
  readonly timings: ConnectionTimings;
  readonly log: (line: string, level?: LogLevel) => void;
  readonly roots?: (() => readonly string[]) | undefined;
  readonly personInCall: Person;
  readonly logLevel?: (() => LogLevel) | undefined;
  readonly fetch?: SessionOptions['fetch'];
  readonly guard: OrphanGuard;
  /** The server's state changed. */
  readonly onChange: () => void;
}

type Phase =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting'; readonly start: ServerStart }
  | { readonly state: 'running'; readonly session: Session }
  | {
      readonly state: 'failed';
      readonly error: string;
      readonly needs?: UserAction;
      /** on the monotonic clock */ readonly retryAt: number;
    };

/** Who needs the server: what they may ask of a person, and whose clock stands still meanwhile. */
export interface Need extends ListOptions, Pick<CallOptions, 'pauseClockWhile'> {}

export class ServerLife {
  readonly #definition: ServerDefinition;
  readonly #options: LifeOptions;
  readonly #signIns: ServerSignIns;
  readonly #onToolsChanged: () => void;
  readonly #restarts: RestartPolicy;
  readonly #rootsHistory: RootsHistory = { asks: false, saidNarrowed: false };
  #disposed = false;
  #phase: Phase = { state: 'stopped' };
  /** Settles when the process of its last life is gone. */
  #stopping: Promise<void> | undefined;

  constructor(definition: ServerDefinition, options: LifeOptions, signIns: ServerSignIns, onToolsChanged: () => void) {
    this.#definition = definition;
    this.#options = options;
    this.#signIns = signIns;
    this.#onToolsChanged = onToolsChanged;
    this.#restarts = new RestartPolicy({ firstMs: options.timings.retryAfterMs, capMs: options.timings.retryCapMs });
  }

  get state(): Pick<ServerInfo, 'state' | 'error'> {
    const { launch } = this.#definition;
    if (launch.type === 'invalid') return { state: 'failed', error: launch.error };
    const phase = this.#phase;
    if (phase.state === 'failed') return { state: phase.needs ?? 'failed', error: phase.error };
    return { state: (phase.state === 'starting' ? phase.start.waitsFor : undefined) ?? phase.state };
  }

  /** While it runs. */
  get session(): Session | undefined {
    return this.#phase.state === 'running' ? this.#phase.session : undefined;
  }

  /** Starts the server if it does not run, but not right after a failure. */
  async need(need: Need): Promise<OpenOutcome> {
    const { interactive = false } = need;
    const { launch } = this.#definition;
    if (!this.#disposed) await this.#stopping;
    const phase = this.#phase;
    if (this.#disposed) return { ok: false, error: 'it is no longer in use.' };
    if (launch.type === 'invalid') return { ok: false, error: launch.error };
    if (phase.state === 'running') return { ok: true, session: phase.session };
    if (phase.state === 'starting') {
      const opened = await phase.start.outcomeFor(interactive, need);
      const mayHelp = !opened.ok && opened.needs !== undefined && interactive;
      // It had no leave to ask, or those who waited for its question have left.
      const askedNobody = !phase.start.interactive || phase.start.signal.aborted;
      return mayHelp && askedNobody && !need.signal.aborted ? this.need(need) : opened;
    }
    if (phase.state === 'failed') {
      const mayHelp = phase.needs !== undefined && interactive;
      if (!mayHelp && performance.now() < phase.retryAt)
        return { ok: false, error: phase.error, ...(phase.needs && { needs: phase.needs }) };
    }
    const start = this.#start(launch, interactive);
    this.#become({ state: 'starting', start });
    return start.outcomeFor(interactive, need);
  }

  /** The same without regard to earlier failures. A person may be asked. */
  async start(): Promise<void> {
    this.#restarts.reset();
    if (this.#phase.state === 'failed') this.#become({ state: 'stopped' });
    await this.need({ signal: new AbortController().signal, interactive: true });
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
    await this.stop();
  }

  /** Tells the server, if it runs, or as soon as it has started. */
  tell(change: (session: Session) => void): void {
    const phase = this.#phase;
    if (phase.state === 'running') change(phase.session);
    if (phase.state === 'starting') void phase.start.outcome.then((opened) => opened.ok && change(opened.session));
  }

  #start(launch: StartableLaunch, interactive: boolean): ServerStart {
    const { clientInfo, ports, timings, log, roots, personInCall, logLevel, fetch, guard } = this.#options;
    const { name: server, origin } = this.#definition;
    return new ServerStart(this.#definition, launch, {
      ports,
      authorizationOf: (ready) => this.#signIns.authorizationOf(ready),
      interactive,
      onChange: this.#options.onChange,
      settle: (settled, opened) => this.#settle(settled, opened),
      session: {
        clientInfo,
        roots,
        rootsHistory: this.#rootsHistory,
        personInCall,
        logLevel,
        log,
        fetch,
        guard,
        stop: timings,
        reconnect: { firstMs: timings.reconnectMs, capMs: timings.reconnectCapMs },
        startMs: timings.startMs,
        server,
        origin,
        onToolsChanged: this.#onToolsChanged,
      },
      onEnded: (reason, type) => this.#ended(reason, type),
    });
  }

  async #settle(start: ServerStart, opened: OpenOutcome): Promise<OpenOutcome> {
    const phase = this.#phase;
    if (phase.state !== 'starting' || phase.start !== start) {
      if (opened.ok) await opened.session.close();
      return { ok: false, error: 'it was stopped while it started.' };
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
    const error = `${reason}. It is started again when it is next needed.`;
    this.#options.log(reason);
    this.#become({ state: 'failed', error, retryAt: type === 'stdio' ? this.#restarts.died(now) : now });
  }

  #become(phase: Phase): void {
    this.#phase = phase;
    this.#options.onChange();
  }
}
