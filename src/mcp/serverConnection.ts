// One server from its definition on: stopped, starting, running, failed. It is started at first need, once for
// everybody who needs it, and started again at the next need after it died.
import type { JsonObject } from '../catalog/json.ts';
import type { CallOptions, CallOutcome, ServerInfo, ServerListing, SignInOutcome } from '../catalog/toolSource.ts';
import type { FeatureAnswer, FeatureRequest } from '../catalog/serverFeatures.ts';
import { Admission, type NotSignedIn } from './auth/admission.ts';
import type { Refusal } from './auth/challenge.ts';
import type { AuthorizationParts, Person, ServerAuthorization } from './auth/serverAuthorization.ts';
import { CallErrors } from './callErrors.ts';
import { featureFailure } from './featureErrors.ts';
import { guardTools } from './guardTools.ts';
import { askInputs, type Inputs } from './inputs.ts';
import type { AskingLaunch, HttpLaunch, ServerDefinition, StdioLaunch } from './serverDefinition.ts';
import type { ClientInfo, FeatureOutcome, LogLevel, OpenOutcome, RequestOutcome, Session, SessionOptions } from './session.ts';
import { untilAborted } from './settlesWithin.ts';
import type { StopTimes } from './stdioTransport.ts';
import { StructureCheck } from './structureCheck.ts';

/** All in milliseconds. */
export interface ConnectionTimings extends StopTimes {
  /** From the start of the process to the end of `initialize`; also the bound of one `tools/list`. */
  readonly startMs: number;
  /** After a failed start, the earliest time for another one that nobody asked for by name. */
  readonly retryAfterMs: number;
}

/** The stop is shorter than VS Code's 10 s + 10 s: an editor gives its extensions about 5 s to deactivate. */
export const defaultTimings: ConnectionTimings = { startMs: 30_000, retryAfterMs: 3_000, stdinGraceMs: 2_000, termGraceMs: 2_000 };

export interface ConnectionOptions {
  readonly clientInfo: ClientInfo;
  readonly inputs: Inputs;
  readonly authorization: AuthorizationParts;
  readonly timings: ConnectionTimings;
  readonly log: (line: string, level?: LogLevel) => void;
  readonly roots?: (() => readonly string[]) | undefined;
  /** The server's state or its tools changed. */
  readonly onChange: () => void;
}

type Phase =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting'; readonly opening: Promise<OpenOutcome>; readonly controller: AbortController }
  | { readonly state: 'running'; readonly session: Session }
  | {
      readonly state: 'failed' | 'needs_sign_in';
      readonly error: string;
      readonly refusal?: Refusal | undefined;
      /** on the monotonic clock */
      readonly retryAt: number;
    };

type ListedTools = Omit<Extract<ServerListing, { readonly ok: true }>, 'ok'>;

type Unauthorized = Extract<RequestOutcome<never>, { readonly kind: 'unauthorized' }>;

/** Who waits for a request, and who can be asked to sign in for it. */
interface Asker {
  readonly signal: AbortSignal;
  readonly person: Person | undefined;
}

/** Why a request was not made, or not served. */
type NotAsked = { readonly kind: 'aborted' } | { readonly kind: 'not_started'; readonly error: string } | NotSignedIn;

interface Listing {
  readonly session: Session;
  readonly outcome: Promise<RequestOutcome<ListedTools>>;
}

export class ServerConnection {
  readonly definition: ServerDefinition;
  readonly #options: ConnectionOptions;
  readonly #structure: StructureCheck;
  #disposed = false;
  #phase: Phase = { state: 'stopped' };
  #listing: Listing | undefined;
  #authorization: ServerAuthorization | undefined;
  /** Why the running server serves nothing: nobody is signed in to it any more. */
  #signedOut: string | undefined;
  #lastDeath = Number.NEGATIVE_INFINITY;

  constructor(definition: ServerDefinition, options: ConnectionOptions) {
    this.definition = definition;
    this.#options = options;
    this.#structure = new StructureCheck(options.log);
  }

  get info(): ServerInfo {
    const { name, origin, launch } = this.definition;
    if (launch.type === 'invalid') return { name, origin, state: 'failed', error: launch.error };
    const phase = this.#phase;
    if (phase.state === 'running' && this.#signedOut !== undefined) return { name, origin, state: 'needs_sign_in', error: this.#signedOut };
    return 'error' in phase ? { name, origin, state: phase.state, error: phase.error } : { name, origin, state: phase.state };
  }

  /**
   * Cached while the server runs and does not report a change. Aborting `signal` ends the wait, not the shared work. Nobody is
   * asked to sign in: tools are listed in the background.
   */
  async listTools(signal: AbortSignal): Promise<ServerListing> {
    const answer = await this.#askForTools({ signal, person: undefined });
    const { origin } = this.definition;
    switch (answer.kind) {
      case 'done':
        return { ok: true, ...answer.value };
      case 'not_started':
        return { ok: false, error: answer.error };
      case 'not_signed_in':
        return { ok: false, error: answer.error, needsSignIn: true };
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
    const answer = await this.#ask({ signal: options.signal, person: options }, (session) => {
      asked = true;
      return session.callTool(tool, input, options);
    });
    switch (answer.kind) {
      case 'done':
        this.#structure.check(tool, answer.value);
        return { ok: true, result: answer.value };
      case 'not_started':
        return errors.notStarted(answer.error);
      case 'not_signed_in':
        return errors.notSignedIn(answer.error, answer.denied);
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
    const outcome = await this.#ask({ signal: options.signal, person: options }, (session) => session.askServer(request, options));
    return outcome.kind === 'done' ? { ok: true, value: outcome.value } : featureFailure(name, request, outcome, options.signal.reason);
  }

  /** Stops the server if it runs, and starts it again without regard to earlier failures. The person is asked what it needs. */
  async restart(signal: AbortSignal): Promise<ServerInfo> {
    await this.#stop();
    await this.#askForTools({ signal, person: { signal } });
    return this.info;
  }

  /** Lets the person sign in, also where the server has not asked for it yet. */
  async signIn(signal: AbortSignal): Promise<SignInOutcome> {
    const person = { signal };
    const outcome = await this.#askForTools({ signal, person });
    if (outcome.kind === 'not_started') return { ok: false, error: outcome.error, denied: false };
    if (outcome.kind === 'not_signed_in') return { ok: false, error: outcome.error, denied: outcome.denied };
    if (this.#authorization) return this.#authorization.signIn(person);
    return { ok: false, error: `it is not a server to sign in to. What it needs is written in ${this.definition.origin}.`, denied: false };
  }

  /** What `roots` gives has changed: tells the server, if it runs, or as soon as it has started. */
  rootsChanged(): void {
    const phase = this.#phase;
    if (phase.state === 'running') phase.session.rootsChanged();
    if (phase.state === 'starting') void phase.opening.then((opened) => opened.ok && opened.session.rootsChanged());
  }

  /** Settles every pending call; no process is left when it resolves. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#authorization?.dispose();
    await this.#stop();
  }

  /**
   * Asks the running server, started for it if need be; who has already given up starts nothing. `person` signs in where the
   * server wants it, and the request is made again.
   */
  async #ask<Outcome extends RequestOutcome<unknown> | FeatureOutcome>(
    { signal, person }: Asker,
    request: (session: Session) => Promise<Outcome>,
  ): Promise<Exclude<Outcome, Unauthorized> | NotAsked> {
    const admission = new Admission(person);
    for (;;) {
      const outcome = await this.#askOnce(signal, request);
      if (isServed(outcome)) {
        this.#signedOutIs(undefined);
        return outcome;
      }
      const refused = await this.#admit(refusalOf(outcome), admission);
      if (refused) return signal.aborted ? { kind: 'aborted' } : refused;
    }
  }

  #askForTools(asker: Asker) {
    return this.#ask(asker, async (session): Promise<RequestOutcome<ListedTools>> => {
      return (await untilAborted(this.#list(session), asker.signal)) ?? { kind: 'aborted' };
    });
  }

  async #askOnce<Outcome extends RequestOutcome<unknown> | FeatureOutcome>(
    signal: AbortSignal,
    request: (session: Session) => Promise<Outcome>,
  ): Promise<Outcome | Unauthorized | NotAsked> {
    for (let attempt = 1; ; attempt++) {
      const opened = signal.aborted ? undefined : await untilAborted(this.#need(), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok)
        return opened.refusal ? { kind: 'unauthorized', refusal: opened.refusal } : { kind: 'not_started', error: opened.error };
      const outcome = await request(opened.session);
      // Once more when the request reached nobody: the session was over, and nobody had noticed.
      if (outcome.kind !== 'ended' || outcome.asked || attempt > 1) return outcome;
    }
  }

  /** Undefined when the person is signed in now, so that the request is worth another try. */
  async #admit(refusal: Refusal, admission: Admission): Promise<NotSignedIn | undefined> {
    const authorization = this.#authorization;
    if (!authorization) return { kind: 'not_signed_in', error: 'it wants authorization.', denied: false };
    const refused = await admission.refused(refusal, authorization);
    if (!refused && this.#phase.state === 'needs_sign_in') this.#become({ state: 'stopped' });
    if (needsSignIn(refusal)) this.#signedOutIs(refused && authorization.explain(refusal));
    return refused;
  }

  #signedOutIs(error: string | undefined): void {
    if (this.#signedOut === error) return;
    this.#signedOut = error;
    this.#options.onChange();
  }

  #need(): Promise<OpenOutcome> {
    const phase = this.#phase;
    const { launch } = this.definition;
    if (this.#disposed) return Promise.resolve({ ok: false, error: 'it is no longer in use.' });
    if (launch.type === 'invalid') return Promise.resolve({ ok: false, error: launch.error });
    if (phase.state === 'starting') return phase.opening;
    if (phase.state === 'running') return Promise.resolve({ ok: true, session: phase.session });
    if ('retryAt' in phase && performance.now() < phase.retryAt) {
      const { error, refusal } = phase;
      return Promise.resolve({ ok: false, error, ...(refusal && { refusal }) });
    }
    const controller = new AbortController();
    const opening = this.#open(launch, controller);
    this.#become({ state: 'starting', opening, controller });
    return opening;
  }

  async #open(launch: StdioLaunch | HttpLaunch | AskingLaunch, controller: AbortController): Promise<OpenOutcome> {
    const opened = await this.#start(launch, controller);
    const phase = this.#phase;
    if (phase.state !== 'starting' || phase.controller !== controller) {
      if (opened.ok) await opened.session.close();
      return { ok: false, error: 'it was stopped while it started.' };
    }
    if (opened.ok) this.#become({ state: 'running', session: opened.session });
    else this.#fail(opened);
    return opened;
  }

  #fail({ error, refusal }: Extract<OpenOutcome, { readonly ok: false }>): void {
    const retryAt = performance.now() + this.#options.timings.retryAfterMs;
    const explained = (refusal && this.#authorization?.explain(refusal)) ?? error;
    this.#become({ state: refusal && needsSignIn(refusal) ? 'needs_sign_in' : 'failed', error: explained, refusal, retryAt });
  }

  /** The time limit of the start is the server's: what a person takes to answer does not count. */
  async #start(launch: StdioLaunch | HttpLaunch | AskingLaunch, controller: AbortController): Promise<OpenOutcome> {
    const { clientInfo, inputs, timings, log, roots } = this.#options;
    const { name, origin } = this.definition;
    const ready = launch.type === 'asking' ? await askInputs(launch, name, inputs, controller.signal) : { ok: true as const, launch };
    if (!ready.ok) return ready;
    const { openSession } = await import('./openSession.ts');
    const authorization = await this.#authorizationOf(ready.launch);
    const clock = setTimeout(() => controller.abort(new DOMException('The start took too long.', 'TimeoutError')), timings.startMs);
    const options: SessionOptions = {
      clientInfo,
      roots,
      log,
      stop: timings,
      startMs: timings.startMs,
      origin,
      authorization,
      onToolsChanged: () => this.#toolsChanged(),
      onEnded: (reason) => this.#died(reason),
    };
    try {
      return await openSession(ready.launch, options, controller.signal);
    } finally {
      clearTimeout(clock);
    }
  }

  /** Kept from start to start: who waits for a sign-in waits for one. None where the definition brings its own authorization. */
  async #authorizationOf(launch: StdioLaunch | HttpLaunch): Promise<ServerAuthorization | undefined> {
    if (launch.type !== 'http' || Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization')) return undefined;
    const { ServerAuthorization } = await import('./auth/serverAuthorization.ts');
    if (this.#authorization?.isOf(launch) !== true) {
      this.#authorization = new ServerAuthorization(this.definition, launch, this.#options.authorization);
    }
    return this.#authorization;
  }

  /** A server that dies is started again at once, but one that keeps dying only after the wait of a failed start. */
  #died(reason: string): void {
    const now = performance.now();
    const { retryAfterMs } = this.#options.timings;
    const again = now - this.#lastDeath < retryAfterMs;
    this.#lastDeath = now;
    const error = `${reason}. It is started again when it is next needed.`;
    this.#options.log(reason);
    this.#become({ state: 'failed', error, retryAt: again ? now + retryAfterMs : now });
  }

  async #stop(): Promise<void> {
    const phase = this.#phase;
    this.#phase = { state: 'stopped' };
    if (phase.state === 'starting') {
      phase.controller.abort();
      await phase.opening;
    }
    if (phase.state === 'running') await phase.session.close();
    if (phase.state !== 'stopped') this.#options.onChange();
  }

  #become(phase: Phase): void {
    this.#phase = phase;
    this.#options.onChange();
  }

  #toolsChanged(): void {
    this.#listing = undefined;
    this.#options.onChange();
  }

  #list(session: Session): Promise<RequestOutcome<ListedTools>> {
    if (this.#listing?.session === session) return this.#listing.outcome;
    const listing: Listing = { session, outcome: this.#listOnce(session) };
    this.#listing = listing;
    void listing.outcome.then(({ kind }) => {
      if (kind !== 'done' && this.#listing === listing) this.#listing = undefined;
    });
    return listing.outcome;
  }

  async #listOnce(session: Session): Promise<RequestOutcome<ListedTools>> {
    const { timings, log } = this.#options;
    const answer = await session.listTools(AbortSignal.timeout(timings.startMs));
    if (answer.kind === 'aborted') return { kind: 'refused', message: `it did not do so within ${timings.startMs / 1000} s` };
    if (answer.kind !== 'done') return answer;
    const warnings: string[] = [];
    const tools = guardTools(answer.value, (line) => warnings.push(line));
    for (const warning of warnings) log(warning);
    this.#structure.learn(tools);
    const { instructions, version, features } = session;
    const told = { features, ...(instructions !== undefined && { instructions }), ...(version !== undefined && { version }) };
    return { kind: 'done', value: { tools, warnings, ...told } };
  }
}

function isServed<Outcome extends { readonly kind: string }>(outcome: Outcome): outcome is Exclude<Outcome, Unauthorized> {
  return outcome.kind !== 'unauthorized';
}

function refusalOf(outcome: { readonly kind: string }): Refusal {
  return (outcome as Unauthorized).refusal; // what is not served is that
}

function needsSignIn(refusal: Refusal): boolean {
  return refusal.kind === 'challenge' && !refusal.challenge.insufficientScope;
}
