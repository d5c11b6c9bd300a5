// Questions of one server to the user while the server works on requests. The number of questions is limited, the
// clocks of the runs stop meanwhile, and a question is withdrawn when the calls to which it belongs have ended.
import { randomUUID } from 'node:crypto';
import { ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import type { CallOptions, CallRelay } from '../../catalog/index.ts';
import type { ServerLogLevel } from '../protocol/serverLog.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import { readPage, type Page } from './page.ts';
import type {
  QuestionContext,
  Elicitation,
  FormAnswer,
  PageAnswer,
  Declined,
  Sampling,
} from './userInteraction.ts';
import { readForm } from './readForm.ts';
import { readSampling } from './samplingRequest.ts';
import { setNewest } from '../../base/setNewest.ts';

/** Maximum number of questions of each kind until no request is pending. */
const most = { form: 10, page: 10, sampling: 25 } as const;
/**
 * Maximum number of remembered pages that were passed on to clients; the oldest are forgotten, because a server may
 * never report that a visit is complete.
 */
const mostRelayedPages = 50;
/** Maximum time in milliseconds that the clock of a run stops for a page whose end the server never reports. */
const longestVisitMs = 10 * 60_000;

interface UserRequestsOptions extends Pick<QuestionContext, 'server' | 'origin'> {
  readonly log: (line: string, level?: ServerLogLevel) => void;
}

type Pause = NonNullable<CallOptions['pauseClockWhile']>;

/** A pending request. `pause` identifies the run to which the request belongs. */
interface PendingCall {
  readonly pause: Pause | undefined;
  readonly relay: CallOptions['relay'];
  readonly ended: Promise<unknown>;
}

/** JSON-RPC error code of the specification's example for a user who declines a sampling request. */
const rejectedByUser = -1;

export class UserRequests {
  readonly #options: UserRequestsOptions;
  /** A question of the server belongs to one of these calls, but MCP does not say to which. */
  readonly #calls = new Set<PendingCall>();
  /** Runs in which the user wants no more questions of this server. */
  readonly #muted = new WeakSet<Pause>();
  /** The server's requests that are being answered, by ID. */
  readonly #answering = new Map<RequestId, AbortController>();
  /** Pages that the user was asked to visit, by ID. */
  readonly #visits = new Map<string, AbortController>();
  /** Pages that a client was asked to show to its user, by ID. */
  readonly #relayedPages = new Map<string, CallRelay>();
  readonly #sessionEnd = new AbortController();
  /** Number of questions of each kind since no call was pending. */
  #asked = { form: 0, page: 0, sampling: 0 };

  constructor(options: UserRequestsOptions) {
    this.#options = options;
  }

  /** Registers a request until the result is called or disposed of. */
  callBegins({ pauseClockWhile: pause, relay }: CallOptions): (() => void) & Disposable {
    const { promise: ended, resolve } = Promise.withResolvers<undefined>();
    const call = { pause, relay, ended };
    this.#calls.add(call);
    const end = () => {
      resolve(undefined);
      this.#calls.delete(call);
      if (this.#calls.size === 0) this.#asked = { form: 0, page: 0, sampling: 0 };
    };
    return Object.assign(end, { [Symbol.dispose]: end });
  }

  /**
   * Passes `elicitation/create` on to the client that made the call, and returns that client's answer; undefined if the
   * question may belong to calls of different clients, or if that client does not answer such questions. Throws errors
   * with the `code` of a JSON-RPC error.
   */
  relayed(id: RequestId, params: JsonObject): Promise<JsonObject> | undefined {
    const [relay, ...others] = new Set([...this.#calls].map((call) => call.relay));
    if (others.length > 0 || relay?.answers(params) !== true) return undefined;
    const what = params['mode'] === 'url' ? 'page' : 'form';
    return this.#untilCancelled(id, async (signal) => {
      const problem = this.#problemWith(what);
      if (problem !== undefined) throw protocolError(problem);
      this.#asked[what] += 1;
      const { elicitationId } = params;
      if (what === 'page' && typeof elicitationId === 'string')
        setNewest(this.#relayedPages, elicitationId, relay, mostRelayedPages);
      this.#options.log(`${what}: passed on to the client that called`);
      return relay.ask(this.#options.server, params, this.#context(signal).signal);
    });
  }

  /** Answers `elicitation/create`. Throws errors with the `code` of a JSON-RPC error. */
  elicit(elicitation: Elicitation, id: RequestId, params: JsonObject): Promise<JsonObject> {
    const { mode = 'form' } = params;
    if (mode === 'form')
      return this.#untilCancelled(id, (signal) => this.#fillIn(elicitation, params, signal));
    if (mode === 'url') return this.#untilCancelled(id, (signal) => this.#visit(elicitation, params, signal));
    throw protocolError('its mode is not "form" or "url"');
  }

  /** Answers `sampling/createMessage`. Throws errors with the `code` of a JSON-RPC error. */
  sample(sampling: Sampling, id: RequestId, params: JsonObject): Promise<JsonObject> {
    return this.#untilCancelled(id, (signal) => this.#sample(sampling, params, signal));
  }

  /** Called when the server cancels one of its requests. */
  cancelled(id: RequestId | undefined): void {
    if (id !== undefined) this.#answering.get(id)?.abort();
  }

  /** Called when the server reports that a visit is complete. */
  visitEnded(elicitationId: string): void {
    this.#visits.get(elicitationId)?.abort();
    this.#relayedPages.get(elicitationId)?.visitEnded(elicitationId);
    this.#relayedPages.delete(elicitationId);
  }

  /** Called when the session has ended and answers are no longer needed. */
  sessionEnded(): void {
    this.#sessionEnd.abort();
    this.#relayedPages.clear();
  }

  /**
   * Asks the user to visit pages that a call needs first. Resolves to undefined if the call can be repeated; otherwise
   * to a clause that says why not.
   */
  async visitFirst(
    elicitation: Elicitation,
    pages: readonly Page[],
    { signal }: CallOptions,
  ): Promise<string | undefined> {
    for (const page of pages) {
      const problem = this.#problemWith('page');
      if (problem !== undefined) return problem;
      const { action } = await this.#ask('page', signal, (context) =>
        this.#accompany(elicitation, page, context),
      );
      if (action !== 'accept') return `it first needs a visit to ${page.host}, which the user did not make`;
    }
    return undefined;
  }

  async #untilCancelled(
    id: RequestId,
    answer: (signal: AbortSignal) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const cancelled = new AbortController();
    this.#answering.set(id, cancelled);
    try {
      return await answer(cancelled.signal);
    } finally {
      this.#answering.delete(id);
    }
  }

  async #fillIn(elicitation: Elicitation, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const read = readForm(params);
    if (!read.ok) throw protocolError(read.problem);
    const answer = await this.#ask<FormAnswer>('form', signal, (context) =>
      elicitation.fillIn(read.form, context),
    );
    return answer.action === 'accept' ? { action: 'accept', content: answer.content } : toAnswer(answer);
  }

  async #visit(elicitation: Elicitation, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    // MCP 2026-07-28 has no notification for the end of a visit, so the user reports it.
    const isAccompanied = params['elicitationId'] === undefined;
    const read = readPage(isAccompanied ? { ...params, elicitationId: randomUUID() } : params);
    if (!read.ok) throw protocolError(read.problem);
    const { page } = read;
    const answer = await this.#ask<PageAnswer>('page', signal, (context) =>
      isAccompanied ? this.#accompany(elicitation, page, context) : elicitation.visit(page, context),
    );
    // The call waits for the visit, so the clock stops until the visit is complete.
    if (answer.action === 'accept' && !isAccompanied) void this.#paused(() => this.#visitEnds(page));
    return toAnswer(answer);
  }

  async #sample(sampling: Sampling, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const read = readSampling(params);
    if (!read.ok) throw protocolError(read.problem);
    const { action } = await this.#ask('sampling', signal, (context) =>
      sampling.allow(read.request, context),
    );
    if (action !== 'accept')
      throw Object.assign(new Error('The user denied the request.'), { code: rejectedByUser });
    const context = this.#context(signal);
    const answer = (await untilAborted(sampling.sample(read.request, context), context.signal)) ?? {
      ok: false,
      problem: 'it was cancelled',
    };
    if (!answer.ok) throw protocolError(answer.problem, ProtocolErrorCode.InternalError);
    const { model, text, stopReason } = answer;
    return { model, role: 'assistant', content: { type: 'text', text }, stopReason };
  }

  /** Asks for the visit and waits until it is complete. */
  async #accompany(elicitation: Elicitation, page: Page, context: QuestionContext): Promise<PageAnswer> {
    const done = this.#visitOf(page);
    try {
      const opened = await elicitation.visit(page, context);
      if (opened.action !== 'accept') return opened;
      const signal = AbortSignal.any([context.signal, done]);
      const said = await untilAborted(elicitation.visited(page, { ...context, signal }), signal);
      return said ?? { action: done.aborted ? 'accept' : 'cancel' };
    } finally {
      this.#visits.delete(page.id);
    }
  }

  #visitOf(page: Page): AbortSignal {
    const visit = new AbortController();
    this.#visits.set(page.id, visit);
    return visit.signal;
  }

  async #visitEnds(page: Page): Promise<void> {
    const done = AbortSignal.any([
      this.#visitOf(page),
      this.#sessionEnd.signal,
      AbortSignal.timeout(longestVisitMs),
    ]);
    await untilAborted(this.#callsEnd(), done);
    this.#visits.delete(page.id);
  }

  /** Asks, unless the user wants no more questions of this server or the server has asked too often. */
  async #ask<Answer extends FormAnswer | PageAnswer>(
    what: keyof typeof most,
    signal: AbortSignal,
    question: (context: QuestionContext) => Promise<Answer>,
  ): Promise<Answer | Declined> {
    const problem = this.#problemWith(what);
    if (problem !== undefined) throw protocolError(problem);
    const runs = this.#runs();
    if (runs.length > 0 && runs.every((run) => this.#muted.has(run))) return { action: 'decline' };
    this.#asked[what] += 1;
    const context = this.#context(signal);
    const answer = (await this.#paused(() => untilAborted(question(context), context.signal))) ?? {
      action: 'cancel' as const,
    };
    // The log must contain neither typed values nor the content of a request.
    this.#options.log(`${what}: ${answer.action} by the user`);
    if (answer.action === 'mute') for (const run of this.#runs()) this.#muted.add(run);
    return answer;
  }

  /** Returns a clause that says why the server may not ask now; undefined if it may. */
  #problemWith(what: keyof typeof most): string | undefined {
    if (this.#calls.size === 0) return 'it belongs to no call in flight';
    const before = this.#asked[what];
    return before < most[what] ? undefined : `it asked ${before} times in one call; finish without`;
  }

  /**
   * Returns a context whose signal is aborted when the server cancels its request, the session ends, or all calls to
   * which the question may belong have ended.
   */
  #context(signal: AbortSignal): QuestionContext {
    const { server, origin } = this.#options;
    const over = new AbortController();
    void this.#callsEnd().then(() => over.abort());
    return { server, origin, signal: AbortSignal.any([signal, over.signal, this.#sessionEnd.signal]) };
  }

  /** Resolves when all current calls have ended. */
  async #callsEnd(): Promise<void> {
    await Promise.all([...this.#calls].map(({ ended }) => ended));
  }

  /** Stops the clock of every run that has a pending call while `work` runs. */
  #paused<T>(work: () => Promise<T>): Promise<T> {
    return this.#runs().reduce<() => Promise<T>>((inner, pause) => () => pause(inner), work)();
  }

  #runs(): readonly Pause[] {
    const all = [...this.#calls].map(({ pause }) => pause).filter((pause) => pause !== undefined);
    return [...new Set(all)];
  }
}

function toAnswer({ action }: PageAnswer | Declined): JsonObject {
  return { action: action === 'mute' ? 'decline' : action };
}

/** Creates the error without the SDK's error class, which would add a prefix to the message. */
function protocolError(problem: string, code = ProtocolErrorCode.InvalidParams): Error {
  return Object.assign(new Error(`Request not answered: ${problem}.`), { code });
}
