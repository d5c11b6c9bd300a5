// One server from its definition on: stopped, starting, running, failed. It is started at first need, once for
// everybody who needs it, and started again at the next need after it died.
import type { JsonObject } from '../catalog/json.ts';
import type {
  CallOptions,
  CallOutcome,
  ListOptions,
  PersonNeed,
  ServerInfo,
  ServerListing,
  ToolDefinition,
} from '../catalog/toolSource.ts';
import type { FeatureAnswer, FeatureRequest } from '../catalog/serverFeatures.ts';
import type { LaunchPorts } from './askForLaunch.ts';
import { Admission, type NotAdmitted } from './auth/admission.ts';
import type { Refusal } from './auth/challenge.ts';
import type { AuthorizationParts } from './auth/serverAuthorization.ts';
import { ServerSignIns } from './auth/serverSignIns.ts';
import type { SignInOutcome } from './auth/signIn.ts';
import { Coalesced } from './coalesced.ts';
import { CallErrors } from './callErrors.ts';
import { featureFailure } from './featureErrors.ts';
import { LiveTools, type LiveListing } from './liveTools.ts';
import type { OrphanGuard } from './orphanGuard.ts';
import type { Person } from './person/person.ts';
import { RestartPolicy } from './restartPolicy.ts';
import type { ServerDefinition, StartableLaunch } from './serverDefinition.ts';
import { ServerStart } from './serverStart.ts';
import type { ClientInfo, FeatureOutcome, LogLevel, OpenOutcome, RequestOutcome, Session, SessionOptions } from './session.ts';
import { untilAborted } from './settlesWithin.ts';
import type { StopTimes } from './stdioTransport.ts';
import { StructureCheck } from './structureCheck.ts';

/** All in milliseconds. */
export interface ConnectionTimings extends StopTimes {
  /** From the start of the process to the end of `initialize`; also the bound of one `tools/list`. */
  readonly startMs: number;
  /** After a failed start, the earliest time for another one that nobody asked for by name; twice as long after each more. */
  readonly retryAfterMs: number;
  /** How long who needs tools waits for the server itself while a list of an earlier time is at hand. */
  readonly patienceMs: number;
  /** After the server could not be asked in the background, the earliest time to ask it so again. */
  readonly refreshAfterMs: number;
  /** The longest of these waits; who has run for so long is not one that keeps dying. */
  readonly retryCapMs: number;
  /** Before a broken event stream is connected again; twice as long after each failure. */
  readonly reconnectMs: number;
  /** The longest of these waits, also when a server asks for a longer one. */
  readonly reconnectCapMs: number;
}

/** The stop is shorter than VS Code's 10 s + 10 s: an editor gives its extensions about 5 s to deactivate. */
export const defaultTimings: ConnectionTimings = {
  startMs: 30_000,
  retryAfterMs: 3_000,
  patienceMs: 3_000,
  refreshAfterMs: 60_000,
  retryCapMs: 60_000,
  reconnectMs: 500,
  reconnectCapMs: 30_000,
  stdinGraceMs: 2_000,
  termGraceMs: 2_000,
};

export interface ConnectionOptions {
  readonly clientInfo: ClientInfo;
  readonly ports: LaunchPorts;
  readonly authorization: AuthorizationParts;
  readonly timings: ConnectionTimings;
  readonly log: (line: string, level?: LogLevel) => void;
  readonly roots?: (() => readonly string[]) | undefined;
  readonly personInCall: Person;
  readonly logLevel?: (() => LogLevel) | undefined;
  readonly fetch?: SessionOptions['fetch'];
  readonly guard: OrphanGuard;
  /** The server's state or its tools changed. */
  readonly onChange: () => void;
}

/** Changes of a list that come within this time of each other are told once more, at its end. */
const quietMs = 100;

type Phase =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting'; readonly start: ServerStart }
  | { readonly state: 'running'; readonly session: Session }
  | {
      readonly state: 'failed';
      readonly error: string;
      readonly needs?: PersonNeed;
      /** on the monotonic clock */ readonly retryAt: number;
    };

/** Who needs the server: what they may ask of a person, and whose clock stands still meanwhile. */
export interface Need extends ListOptions, Pick<CallOptions, 'whilePersonDecides'> {}

type Unauthorized = Extract<RequestOutcome<never>, { readonly kind: 'unauthorized' }>;

/** Why a request was not made, or not served. */
type NotAsked = { readonly kind: 'aborted' } | ({ readonly kind: 'not_started' } & NotAdmitted);

export class ServerConnection {
  readonly definition: ServerDefinition;
  readonly #options: ConnectionOptions;
  readonly #structure: StructureCheck;
  readonly #restarts: RestartPolicy;
  readonly #signIns: ServerSignIns;
  readonly #tools: LiveTools;
  /** Some servers send a notification for each tool that they add. */
  readonly #told: Coalesced;
  #disposed = false;
  #phase: Phase = { state: 'stopped' };
  /** Why the running server serves nothing: nobody is signed in to it any more. */
  #signedOut: string | undefined;

  constructor(definition: ServerDefinition, options: ConnectionOptions) {
    this.definition = definition;
    this.#options = options;
    this.#structure = new StructureCheck(options.log);
    this.#signIns = new ServerSignIns(definition, options.authorization);
    this.#told = new Coalesced(options.onChange, quietMs);
    this.#restarts = new RestartPolicy({ firstMs: options.timings.retryAfterMs, capMs: options.timings.retryCapMs });
    const onListed = (tools: readonly ToolDefinition[]) => this.#structure.learn(tools);
    this.#tools = new LiveTools({ timeoutMs: options.timings.startMs, log: options.log, onListed });
  }

  get info(): ServerInfo {
    const { name, origin, launch } = this.definition;
    if (launch.type === 'invalid') return { name, origin, state: 'failed', error: launch.error };
    const phase = this.#phase;
    if (phase.state === 'failed') return { name, origin, state: phase.needs ?? 'failed', error: phase.error };
    if (phase.state === 'running' && this.#signedOut !== undefined) return { name, origin, state: 'needs_sign_in', error: this.#signedOut };
    return { name, origin, state: (phase.state === 'starting' ? phase.start.waitsFor : undefined) ?? phase.state };
  }

  /** What it listed last in the life that it has now. */
  get listed(): readonly ToolDefinition[] | undefined {
    return this.#phase.state === 'running' ? this.#tools.listedBy(this.#phase.session) : undefined;
  }

  /** Kept while the server runs and does not report a change. */
  async listTools(options: Need): Promise<ServerListing> {
    const answer = await this.#ask(options, async (session): Promise<LiveListing> => {
      return (await untilAborted(this.#tools.of(session), options.signal)) ?? { kind: 'aborted' };
    });
    const { origin } = this.definition;
    switch (answer.kind) {
      case 'done':
        return { ok: true, ...answer.value };
      case 'not_started':
        return { ok: false, error: answer.error, ...(answer.needs && { needs: answer.needs }) };
      case 'lost':
        return { ok: false, error: `its list of tools was lost: ${answer.message}. Try again.` };
      case 'refused':
        return { ok: false, error: `it cannot list its tools: ${answer.message}. Update the server or remove it from ${origin}.` };
      case 'ended':
        return { ok: false, error: `${answer.reason} while it listed its tools. Check its log, or remove it from ${origin}.` };
      case 'aborted':
        return { ok: false, error: 'the listing of its tools was cancelled.' };
    }
  }

  async callTool(tool: string, input: JsonObject, options: CallOptions): Promise<CallOutcome> {
    const errors = new CallErrors(this.definition.name, tool);
    let asked = false;
    const answer = await this.#ask({ ...options, mayAsk: true }, (session) => {
      asked = true;
      return session.callTool(tool, input, options);
    });
    switch (answer.kind) {
      case 'done':
        this.#structure.check(tool, answer.value);
        return { ok: true, result: answer.value };
      case 'not_started':
        return errors.notStarted(answer.error, answer.denied);
      case 'lost':
        return errors.lost(answer.message);
      case 'refused':
        return errors.refused(answer.message);
      case 'ended':
        return errors.ended(answer.reason, answer.asked);
      case 'aborted':
        return errors.aborted(options.signal.reason, asked);
    }
  }

  async askServer(request: FeatureRequest, options: CallOptions): Promise<FeatureAnswer> {
    const { name } = this.definition;
    const outcome = await this.#ask({ ...options, mayAsk: true }, (session) => session.askServer(request, options));
    return outcome.kind === 'done' ? { ok: true, value: outcome.value } : featureFailure(name, request, outcome, options.signal.reason);
  }

  /** Lets the person sign in, also where the server, which runs, has not asked for it yet. */
  signIn(signal: AbortSignal): Promise<SignInOutcome> {
    return this.#signIns.signIn(signal);
  }

  /** Starts the server if it does not run, without regard to earlier failures. A person may be asked. */
  async start(): Promise<void> {
    this.#restarts.reset();
    if (this.#phase.state === 'failed') this.#become({ state: 'stopped' });
    await this.#need({ signal: new AbortController().signal, mayAsk: true });
  }

  /** No process is left when it resolves. */
  async stop(): Promise<void> {
    const phase = this.#phase;
    this.#phase = { state: 'stopped' };
    if (phase.state === 'starting') await phase.start.stop();
    if (phase.state === 'running') await phase.session.close();
    if (phase.state !== 'stopped') this.#options.onChange();
  }

  /** What `roots` gives has changed: tells the server, if it runs, or as soon as it has started. */
  rootsChanged(): void {
    this.#tell((session) => session.rootsChanged());
  }

  /** What `logLevel` gives has changed: the same. */
  logLevelChanged(): void {
    this.#tell((session) => session.logLevelChanged());
  }

  /** Settles every pending call; no process is left when it resolves. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#signIns.dispose();
    this.#told.stop();
    await this.stop();
  }

  /**
   * Asks the running server, started for it if need be; who has already given up starts nothing. Where the server wants a sign-in
   * and a person may be asked for it, the request is made again after it.
   */
  async #ask<Outcome extends RequestOutcome<unknown> | FeatureOutcome>(
    wanted: Need,
    request: (session: Session) => Promise<Outcome>,
  ): Promise<Exclude<Outcome, Unauthorized> | NotAsked> {
    const need = { ...wanted, mayAsk: this.#signIns.mayAsk(wanted) };
    const outcome = await this.#askAdmitted(need, request);
    if (outcome.kind === 'not_started' && need.mayAsk && (outcome.needs ?? outcome.denied)) this.#signIns.wasInVain(need);
    return outcome;
  }

  async #askAdmitted<Outcome extends RequestOutcome<unknown> | FeatureOutcome>(
    need: Need,
    request: (session: Session) => Promise<Outcome>,
  ): Promise<Exclude<Outcome, Unauthorized> | NotAsked> {
    const admission = new Admission(need.mayAsk ? need : undefined);
    for (;;) {
      const outcome = await this.#askOnce(need, request);
      if (isServed(outcome)) return outcome;
      const refused = await this.#admit(refusalOf(outcome), admission);
      if (refused) return need.signal.aborted ? { kind: 'aborted' } : { kind: 'not_started', ...refused };
    }
  }

  async #askOnce<Outcome extends RequestOutcome<unknown> | FeatureOutcome>(
    need: Need,
    request: (session: Session) => Promise<Outcome>,
  ): Promise<Outcome | NotAsked> {
    const { signal } = need;
    for (let attempt = 1; ; attempt++) {
      const opened = signal.aborted ? undefined : await untilAborted(this.#need(need), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok) return { kind: 'not_started', ...opened };
      const outcome = await request(opened.session);
      // Once more when the request reached nobody: the session was over, and nobody had noticed.
      if (outcome.kind !== 'ended' || outcome.asked || attempt > 1) return outcome;
    }
  }

  /** Undefined when the request is worth another try: the person is signed in now. */
  async #admit(refusal: Refusal, admission: Admission): Promise<NotAdmitted | undefined> {
    const authorization = this.#signIns.current;
    const refused = authorization
      ? await admission.refused(refusal, authorization)
      : { ok: false as const, error: 'it wants authorization.' };
    const signedOut = refused?.needs === undefined ? undefined : refused.error;
    if (this.#signedOut !== signedOut) {
      this.#signedOut = signedOut;
      this.#options.onChange();
    }
    return refused;
  }

  async #need(need: Need): Promise<OpenOutcome> {
    const { mayAsk = false } = need;
    const phase = this.#phase;
    const { launch } = this.definition;
    if (this.#disposed) return { ok: false, error: 'it is no longer in use.' };
    if (launch.type === 'invalid') return { ok: false, error: launch.error };
    if (phase.state === 'running') return { ok: true, session: phase.session };
    if (phase.state === 'starting') {
      const opened = await phase.start.outcomeFor(mayAsk, need);
      const mayHelp = !opened.ok && opened.needs !== undefined && mayAsk;
      // It had no leave to ask, or those who waited for its question have left.
      const askedNobody = !phase.start.mayAsk || phase.start.signal.aborted;
      return mayHelp && askedNobody ? this.#need(need) : opened;
    }
    if (phase.state === 'failed') {
      const mayHelp = phase.needs !== undefined && mayAsk;
      if (!mayHelp && performance.now() < phase.retryAt)
        return { ok: false, error: phase.error, ...(phase.needs && { needs: phase.needs }) };
    }
    const start = this.#start(launch, mayAsk);
    this.#become({ state: 'starting', start });
    return start.outcomeFor(mayAsk, need);
  }

  #tell(change: (session: Session) => void): void {
    const phase = this.#phase;
    if (phase.state === 'running') change(phase.session);
    if (phase.state === 'starting') void phase.start.outcome.then((opened) => opened.ok && change(opened.session));
  }

  #start(launch: StartableLaunch, mayAsk: boolean): ServerStart {
    const { clientInfo, ports, timings, log, roots, personInCall, logLevel, fetch, guard } = this.#options;
    const { name: server, origin } = this.definition;
    return new ServerStart(this.definition, launch, {
      ports,
      authorizationOf: (ready) => this.#signIns.authorizationOf(ready),
      mayAsk,
      onChange: this.#options.onChange,
      settle: (settled, opened) => this.#settle(settled, opened),
      session: {
        clientInfo,
        roots,
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
        onToolsChanged: () => this.#toolsChanged(),
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

  #toolsChanged(): void {
    this.#tools.changed();
    this.#told.call();
  }
}

function isServed<Outcome extends { readonly kind: string }>(outcome: Outcome): outcome is Exclude<Outcome, Unauthorized> {
  return outcome.kind !== 'unauthorized';
}

function refusalOf(outcome: { readonly kind: string }): Refusal {
  return (outcome as Unauthorized).refusal; // what is not served is that
}
