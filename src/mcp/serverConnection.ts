// One server from its definition on: stopped, starting, running, failed. It is started at first need, once for
// everybody who needs it, and started again at the next need after it died.
import type { JsonObject } from '../catalog/json.ts';
import type { CallOptions, CallOutcome, ServerInfo, ServerListing } from '../catalog/toolSource.ts';
import type { FeatureAnswer, FeatureRequest } from '../catalog/serverFeatures.ts';
import { CallErrors } from './callErrors.ts';
import { featureFailure } from './featureErrors.ts';
import { guardTools } from './guardTools.ts';
import { askInputs, type Inputs } from './inputs.ts';
import type { Person } from './person/person.ts';
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
  readonly timings: ConnectionTimings;
  readonly log: (line: string, level?: LogLevel) => void;
  readonly roots?: (() => readonly string[]) | undefined;
  readonly person: Person;
  /** The server's state or its tools changed. */
  readonly onChange: () => void;
}

type Phase =
  | { readonly state: 'stopped' }
  | { readonly state: 'starting'; readonly opening: Promise<OpenOutcome>; readonly controller: AbortController }
  | { readonly state: 'running'; readonly session: Session }
  | { readonly state: 'failed'; readonly error: string; /** on the monotonic clock */ readonly retryAt: number };

type ListedTools = Omit<Extract<ServerListing, { readonly ok: true }>, 'ok'>;

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
  #lastDeath = Number.NEGATIVE_INFINITY;

  constructor(definition: ServerDefinition, options: ConnectionOptions) {
    this.definition = definition;
    this.#options = options;
    this.#structure = new StructureCheck(options.log);
  }

  get info(): ServerInfo {
    const { name, origin, launch } = this.definition;
    if (launch.type === 'invalid') return { name, origin, state: 'failed', error: launch.error };
    const { state } = this.#phase;
    return this.#phase.state === 'failed' ? { name, origin, state, error: this.#phase.error } : { name, origin, state };
  }

  /** Cached while the server runs and does not report a change. Aborting `signal` ends the wait, not the shared work. */
  async listTools(signal: AbortSignal): Promise<ServerListing> {
    const answer = await this.#ask(signal, async (session): Promise<RequestOutcome<ListedTools>> => {
      return (await untilAborted(this.#list(session), signal)) ?? { kind: 'aborted' };
    });
    const { origin } = this.definition;
    switch (answer.kind) {
      case 'done':
        return { ok: true, ...answer.value };
      case 'not_started':
        return { ok: false, error: answer.error };
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
    const answer = await this.#ask(options.signal, (session) => {
      asked = true;
      return session.callTool(tool, input, options);
    });
    switch (answer.kind) {
      case 'done':
        this.#structure.check(tool, answer.value);
        return { ok: true, result: answer.value };
      case 'not_started':
        return errors.notStarted(answer.error);
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
    const outcome = await this.#ask(options.signal, (session) => session.askServer(request, options));
    return outcome.kind === 'done' ? { ok: true, value: outcome.value } : featureFailure(name, request, outcome, options.signal.reason);
  }

  /** Stops the server if it runs, and starts it again without regard to earlier failures. */
  async restart(): Promise<ServerInfo> {
    await this.#stop();
    await this.#need();
    return this.info;
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
    await this.#stop();
  }

  /** Asks the running server, started for it if need be; who has already given up starts nothing. */
  async #ask<Outcome extends RequestOutcome<unknown> | FeatureOutcome>(
    signal: AbortSignal,
    request: (session: Session) => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'aborted' } | { readonly kind: 'not_started'; readonly error: string }> {
    for (let attempt = 1; ; attempt++) {
      const opened = signal.aborted ? undefined : await untilAborted(this.#need(), signal);
      if (!opened) return { kind: 'aborted' };
      if (!opened.ok) return { kind: 'not_started', error: opened.error };
      const outcome = await request(opened.session);
      // Once more when the request reached nobody: the session was over, and nobody had noticed.
      if (outcome.kind !== 'ended' || outcome.asked || attempt > 1) return outcome;
    }
  }

  #need(): Promise<OpenOutcome> {
    const phase = this.#phase;
    const { launch } = this.definition;
    if (this.#disposed) return Promise.resolve({ ok: false, error: 'it is no longer in use.' });
    if (launch.type === 'invalid') return Promise.resolve({ ok: false, error: launch.error });
    if (phase.state === 'starting') return phase.opening;
    if (phase.state === 'running') return Promise.resolve({ ok: true, session: phase.session });
    if (phase.state === 'failed' && performance.now() < phase.retryAt) return Promise.resolve({ ok: false, error: phase.error });
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
    else this.#become({ state: 'failed', error: opened.error, retryAt: performance.now() + this.#options.timings.retryAfterMs });
    return opened;
  }

  /** The time limit of the start is the server's: what a person takes to answer does not count. */
  async #start(launch: StdioLaunch | HttpLaunch | AskingLaunch, controller: AbortController): Promise<OpenOutcome> {
    const { clientInfo, inputs, timings, log, roots, person } = this.#options;
    const { name, origin } = this.definition;
    const ready = launch.type === 'asking' ? await askInputs(launch, name, inputs, controller.signal) : { ok: true as const, launch };
    if (!ready.ok) return ready;
    const { openSession } = await import('./openSession.ts');
    const clock = setTimeout(() => controller.abort(new DOMException('The start took too long.', 'TimeoutError')), timings.startMs);
    const options: SessionOptions = {
      clientInfo,
      roots,
      person,
      log,
      stop: timings,
      startMs: timings.startMs,
      server: name,
      origin,
      onToolsChanged: () => this.#toolsChanged(),
      onEnded: (reason) => this.#died(reason),
    };
    try {
      return await openSession(ready.launch, options, controller.signal);
    } finally {
      clearTimeout(clock);
    }
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
