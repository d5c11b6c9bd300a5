// States of one server: stopped, starting, running, failed. The server starts at its first use, once for all callers,
// and again at the next use after it has ended. Requests are repeated after the obstacles that a server may make: its
// session has ended unnoticed, or it demands a sign-in.
import { untilAborted } from '../../base/withTimeout.ts';
import type { CallOptions, ListOptions, UserAction, ServerInfo } from '../../catalog/index.ts';
import {
  launchSecrets,
  resolveInputs,
  type LaunchPorts,
  type HttpLaunch,
  type ServerDefinition,
  type StartableLaunch,
  type StdioLaunch,
} from '../definitions/index.ts';
import {
  AuthRetry,
  type AuthFailure,
  type AuthorizationParts,
  type ServerAuthorization,
} from '../auth/index.ts';
import type { ConnectionTimings } from './connectionTimings.ts';
import { ConnectionAttempt } from './connectionAttempt.ts';
import type { McpSession, OpenOutcome } from '../session/mcpSession.ts';
import type { RootsHistory, SessionOptions, VersionHistory } from '../session/session.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';
import { backoffMs, type BackoffTimes } from '../protocol/backoff.ts';
import type { StartFailure } from '../protocol/startInteraction.ts';

export interface LifecycleOptions extends Pick<
  SessionOptions & LaunchPorts,
  | 'clientInfo'
  | 'connectStdio'
  | 'fetch'
  | 'guard'
  | 'inputs'
  | 'log'
  | 'logLevel'
  | 'onSecrets'
  | 'roots'
  | 'userInteraction'
  | 'variables'
> {
  readonly authorization: AuthorizationParts;
  readonly timings: ConnectionTimings;
  /** Called when the server's state or its tools change. */
  readonly onChange: () => void;
}

type Phase =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting'; readonly start: ConnectionAttempt }
  | { readonly state: 'running'; readonly session: McpSession }
  | {
      readonly state: 'failed';
      readonly error: string;
      readonly needs?: UserAction;
      readonly isSlow?: boolean;
      /** on the monotonic clock */ readonly retryAt: number;
    };

/** A caller that needs the server: if it may ask a person, and the clock that pauses meanwhile. */
export interface StartCaller extends ListOptions, Pick<CallOptions, 'pauseClockWhile'> {}

/** `not_started`: the reason why the server does not run or refuses to serve. */
export type Served<T> =
  | Exclude<RequestOutcome<T>, { readonly kind: 'unauthorized' }>
  | ({ readonly kind: 'not_started' } & StartFailure);

export class ServerLifecycle {
  readonly #definition: ServerDefinition;
  readonly #options: LifecycleOptions;
  readonly #onToolsChanged: () => void;
  readonly #restarts: RestartPolicy;
  #startMs: number;
  readonly #rootsHistory: RootsHistory = { asks: false, saidNarrowed: false };
  readonly versions: VersionHistory;
  /** That of the last start; undefined if the definition has its own `Authorization` header or no web address. */
  authorization: ServerAuthorization | undefined;
  /** Signals of runs in which the user was asked to sign in in vain. All calls of a run have the same signal. */
  readonly #signInFailed = new WeakSet<AbortSignal>();
  /** Advice about the missing sign-in for which the running server refuses requests; undefined if it does not. */
  #signedOut: string | undefined;
  /** True if a person stopped the server. Only a person, a call or a script that names the server starts it again. */
  isHeld = false;
  isDisposed = false;
  #phase: Phase = { state: 'stopped' };
  /** Resolves when the process of the previous session has ended. */
  #stopping: Promise<void> | undefined;

  constructor(definition: ServerDefinition, options: LifecycleOptions, onToolsChanged: () => void) {
    this.#definition = definition;
    this.#options = options;
    this.#onToolsChanged = onToolsChanged;
    this.#startMs = options.timings.startMs;
    this.versions = { pinned: definition.protocolVersion, known: undefined };
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
    if (phase.state === 'running' && this.#signedOut !== undefined)
      return { state: 'needs_sign_in', error: this.#signedOut };
    return { state: (phase.state === 'starting' ? phase.start.waitsFor : undefined) ?? phase.state };
  }

  /** Defined while the server runs. */
  get session(): McpSession | undefined {
    return this.#phase.state === 'running' ? this.#phase.session : undefined;
  }

  /**
   * Sends a request with `ask` in the session of the server, which is started if necessary. If the server demands a
   * sign-in and the user may be asked, the request is repeated after the sign-in. If the session had ended unnoticed,
   * so that the request did not arrive, the request is sent once more.
   */
  async run<T>(
    given: StartCaller,
    ask: (session: McpSession) => Promise<RequestOutcome<T>>,
  ): Promise<Served<T>> {
    const caller = {
      ...given,
      interactive: given.interactive === true && !this.#signInFailed.has(given.signal),
    };
    const outcome = await this.#outcomeOf(caller, ask);
    // The user may have signed in in another window.
    if (outcome.kind === 'done') this.#signedOutIs(undefined);
    if (outcome.kind === 'not_started' && caller.interactive && (outcome.needs ?? outcome.denied))
      this.#signInFailed.add(caller.signal);
    return outcome;
  }

  async #outcomeOf<T>(
    caller: StartCaller,
    ask: (session: McpSession) => Promise<RequestOutcome<T>>,
  ): Promise<Served<T>> {
    const { signal } = caller;
    const retry = new AuthRetry(caller.interactive ? caller : undefined);
    let attemptsSinceSignIn = 0;
    for (;;) {
      attemptsSinceSignIn += 1;
      // An aborted caller must not start the server.
      const opened = signal.aborted ? undefined : await untilAborted(this.#ensureRunning(caller), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok) return { kind: 'not_started', ...opened };
      const answer = await ask(opened.session);
      if (answer.kind === 'unauthorized') {
        const refused = await this.#signIn(answer.refusal, retry);
        if (refused) return signal.aborted ? { kind: 'aborted' } : { kind: 'not_started', ...refused };
        attemptsSinceSignIn = 0;
      } else if (answer.kind !== 'ended' || answer.asked || attemptsSinceSignIn > 1) return answer;
    }
  }

  /** Resolves to undefined if the user has signed in, so that the request can be repeated. */
  async #signIn(refusal: AuthFailure, retry: AuthRetry): Promise<StartFailure | undefined> {
    const refused = this.authorization
      ? await retry.refused(refusal, this.authorization)
      : { ok: false as const, error: 'it needs authorization.' };
    this.#signedOutIs(refused?.needs && refused.error);
    return refused;
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#options.onChange();
  }

  /** Starts the server if it does not run. Shortly after a failure, returns that failure instead. */
  async #ensureRunning(caller: StartCaller): Promise<OpenOutcome> {
    const { interactive = false } = caller;
    const { launch } = this.#definition;
    if (!this.isDisposed) await this.#stopping;
    const phase = this.#phase;
    if (this.isDisposed) return { ok: false, error: 'it was removed.' };
    if (launch.type === 'invalid') return { ok: false, error: launch.error };
    if (phase.state === 'running') return { ok: true, session: phase.session };
    if (phase.state === 'starting') {
      const opened = await phase.start.outcomeFor(interactive, caller);
      const mayHelp = !opened.ok && opened.needs !== undefined && interactive;
      // The start could not ask a person, or all callers that waited for its question have left.
      const askedNobody = !phase.start.interactive || phase.start.signal.aborted;
      return mayHelp && askedNobody && !caller.signal.aborted ? this.#ensureRunning(caller) : opened;
    }
    if (phase.state === 'failed') {
      const mayHelp = phase.needs !== undefined && interactive;
      if (!mayHelp && performance.now() < phase.retryAt)
        return { ok: false, error: phase.error, ...(phase.needs && { needs: phase.needs }) };
    }
    const startMs = this.#startMs;
    const start: ConnectionAttempt = new ConnectionAttempt({
      interactive,
      startMs,
      onChange: this.#options.onChange,
      open: async () => this.#settle(start, await this.#open(start, launch, startMs)),
    });
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
    await this.#ensureRunning({ signal: new AbortController().signal, interactive: true });
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
    this.isDisposed = true;
    this.authorization?.dispose();
    await this.stop();
  }

  /** Calls `change` with the session if the server runs, or when it has started. */
  notify(change: (session: McpSession) => void): void {
    const phase = this.#phase;
    if (phase.state === 'running') change(phase.session);
    if (phase.state === 'starting')
      void phase.start.outcome.then((opened) => opened.ok && change(opened.session));
  }

  async #open(start: ConnectionAttempt, launch: StartableLaunch, startMs: number): Promise<OpenOutcome> {
    const { timings, onSecrets } = this.#options;
    const { name: server, origin } = this.#definition;
    const ready =
      launch.type === 'unresolved'
        ? await resolveInputs(launch, server, this.#options, start)
        : { ok: true as const, launch };
    if (!ready.ok) return ready;
    // The secrets are reported even if the start fails before the server receives them.
    onSecrets(launchSecrets(ready.launch).values());
    const { openSession } = await import('../session/openSession.ts');
    const options: SessionOptions = {
      ...this.#options,
      authorization: await this.#authorizationOf(ready.launch),
      interaction: start,
      rootsHistory: this.#rootsHistory,
      versions: this.versions,
      stop: timings,
      reconnect: { firstMs: timings.reconnectMs, capMs: timings.reconnectCapMs },
      startMs,
      server,
      origin,
      onToolsChanged: this.#onToolsChanged,
      onEnded: (reason) => this.#ended(reason, ready.launch.type),
    };
    return start.inTime(() => openSession(ready.launch, options, start.signal));
  }

  /**
   * Returns the authorization, which is kept between starts as long as the server is the same. Loads the MCP SDK, so it
   * is called only at a start.
   */
  async #authorizationOf(launch: StdioLaunch | HttpLaunch): Promise<ServerAuthorization | undefined> {
    if (launch.type !== 'http' || !/^https?:/i.test(launch.url)) return undefined;
    if (Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization')) return undefined;
    const { ServerAuthorization } = await import('../auth/serverAuthorization.ts');
    if (this.authorization?.isOf(launch) !== true) {
      this.#options.onSecrets(this.authorization?.secrets.values() ?? []);
      this.authorization?.dispose();
      this.authorization = new ServerAuthorization(this.#definition, launch, this.#options.authorization);
    }
    return this.authorization;
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
    const retryAt = type === 'stdio' ? this.#restarts.died(now) : now;
    const seconds = Math.round((retryAt - now) / 1_000);
    const next = seconds > 0 ? `It keeps ending: it restarts after ${seconds} s,` : 'It restarts';
    this.#options.log(reason);
    this.#become({ state: 'failed', error: `${reason}. ${next} when next needed.`, retryAt });
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
