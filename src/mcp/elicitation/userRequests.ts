// What one server asks the person for while it works on our requests. It asks a few times per call at most, the clocks of the
// runs stand still meanwhile, and a question goes away with the calls that it was asked for.
import { randomUUID } from 'node:crypto';
import { ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/client';
import type { JsonObject } from '../../base/json.ts';
import type { CallOptions, CallRelay } from '../../catalog/toolSource.ts';
import type { LogLevel } from '../protocol/serverLog.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import { OpenCalls } from './openCalls.ts';
import { readPage, type Page } from './page.ts';
import type { QuestionContext, Elicitation, FormAnswer, PageAnswer, Declined, Sampling } from './userInteraction.ts';
import { readForm } from './readForm.ts';
import { readSampling } from './samplingRequest.ts';
import { setNewest } from '../../base/setNewest.ts';

/** Until no request of ours is under way. */
const most = { form: 10, page: 10, sampling: 25 } as const;
/** Pages of clients whose end is still waited for; the oldest are forgotten. A server may never say that one is done. */
const mostRelayedPages = 50;
/** How long a run's clock waits for a page that its server never says is done. */
const longestVisitMs = 10 * 60_000;

interface UserRequestsOptions extends Pick<QuestionContext, 'server' | 'origin'> {
  readonly log: (line: string, level?: LogLevel) => void;
}

/** Of JSON-RPC; the specification's example for a person who declines a sampling request. */
const rejectedByUser = -1;

export class UserRequests {
  readonly #options: UserRequestsOptions;
  readonly #calls = new OpenCalls(() => this.#questions.clear());
  /** The server's requests that are being answered, by their ids. */
  readonly #answering = new Map<RequestId, AbortController>();
  /** Pages that the person was sent to, by their ids. */
  readonly #visits = new Map<string, AbortController>();
  /** Pages that a client was asked to send its user to, by their ids. */
  readonly #relayedPages = new Map<string, CallRelay>();
  readonly #sessionEnd = new AbortController();
  readonly #questions = new Map<keyof typeof most, number>();

  constructor(options: UserRequestsOptions) {
    this.#options = options;
  }

  /** A request of ours is under way until the returned function is called. */
  callBegins(options: CallOptions): () => void {
    return this.#calls.begin(options);
  }

  /**
   * The answer of the client that made the call, to `elicitation/create`; undefined where the request can be for several calls, or that
   * client does not answer such. Throws errors that have the `code` of a JSON-RPC error.
   */
  relayed(id: RequestId, params: JsonObject): Promise<JsonObject> | undefined {
    const { relay } = this.#calls;
    if (relay?.answers(params) !== true) return undefined;
    const what = params['mode'] === 'url' ? 'page' : 'form';
    return this.#untilCancelled(id, async (signal) => {
      const problem = this.#problemWith(what);
      if (problem !== undefined) throw protocolError(problem);
      this.#questions.set(what, this.#asked(what) + 1);
      const { elicitationId } = params;
      if (what === 'page' && typeof elicitationId === 'string') setNewest(this.#relayedPages, elicitationId, relay, mostRelayedPages);
      this.#options.log(`${what}: passed on to the client that called`);
      return relay.ask(this.#options.server, params, this.#context(signal).signal);
    });
  }

  /** Answers `elicitation/create`. Throws errors that have the `code` of a JSON-RPC error. */
  elicit(elicitation: Elicitation, id: RequestId, params: JsonObject): Promise<JsonObject> {
    const { mode = 'form' } = params;
    if (mode === 'form') return this.#untilCancelled(id, (signal) => this.#fillIn(elicitation, params, signal));
    if (mode === 'url') return this.#untilCancelled(id, (signal) => this.#visit(elicitation, params, signal));
    throw protocolError('its mode is not "form" or "url"');
  }

  /** Answers `sampling/createMessage`. Throws errors that have the `code` of a JSON-RPC error. */
  sample(sampling: Sampling, id: RequestId, params: JsonObject): Promise<JsonObject> {
    return this.#untilCancelled(id, (signal) => this.#sample(sampling, params, signal));
  }

  /** The server has taken back a request of its own. */
  cancelled(id: RequestId | undefined): void {
    if (id !== undefined) this.#answering.get(id)?.abort();
  }

  /** The server knows that the person is done with a page. */
  visitEnded(elicitationId: string): void {
    this.#visits.get(elicitationId)?.abort();
    this.#relayedPages.get(elicitationId)?.visitEnded(elicitationId);
    this.#relayedPages.delete(elicitationId);
  }

  /** An answer is no longer of use. */
  sessionEnded(): void {
    this.#sessionEnd.abort();
    this.#relayedPages.clear();
  }

  /** Sends the person to pages that a call needs first: undefined when the call may be made again, else why not, as a clause. */
  async visitFirst(elicitation: Elicitation, pages: readonly Page[], { signal }: CallOptions): Promise<string | undefined> {
    for (const page of pages) {
      const problem = this.#problemWith('page');
      if (problem !== undefined) return problem;
      const { action } = await this.#ask('page', signal, (context) => this.#accompany(elicitation, page, context));
      if (action !== 'accept') return `it first needs a visit to ${page.host}, which the user did not make`;
    }
    return undefined;
  }

  async #untilCancelled(id: RequestId, answer: (signal: AbortSignal) => Promise<JsonObject>): Promise<JsonObject> {
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
    const answer = await this.#ask<FormAnswer>('form', signal, (context) => elicitation.fillIn(read.form, context));
    return answer.action === 'accept' ? { action: 'accept', content: answer.content } : toAnswer(answer);
  }

  async #visit(elicitation: Elicitation, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    // In MCP 2026-07-28 no notification says that the visit is over: the person does.
    const isAccompanied = params['elicitationId'] === undefined;
    const read = readPage(isAccompanied ? { ...params, elicitationId: randomUUID() } : params);
    if (!read.ok) throw protocolError(read.problem);
    const { page } = read;
    if (isAccompanied) return toAnswer(await this.#ask('page', signal, (context) => this.#accompany(elicitation, page, context)));
    const answer = await this.#ask<PageAnswer>('page', signal, (context) => elicitation.visit(page, context));
    if (answer.action !== 'accept') return toAnswer(answer);
    // What the person does there takes its time, and the call waits for it.
    void this.#calls.paused(() => this.#visitEnds(page));
    return { action: 'accept' };
  }

  async #sample(sampling: Sampling, params: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const read = readSampling(params);
    if (!read.ok) throw protocolError(read.problem);
    const { action } = await this.#ask('sampling', signal, (context) => sampling.allow(read.request, context));
    if (action !== 'accept') throw Object.assign(new Error('The user denied the request.'), { code: rejectedByUser });
    const context = this.#context(signal);
    const answer = (await untilAborted(sampling.sample(read.request, context), context.signal)) ?? {
      ok: false,
      problem: 'it was cancelled',
    };
    if (!answer.ok) throw protocolError(answer.problem, ProtocolErrorCode.InternalError);
    const { model, text, stopReason } = answer;
    return { model, role: 'assistant', content: { type: 'text', text }, stopReason };
  }

  /** From the question until the person is done with the page. */
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
    const done = AbortSignal.any([this.#visitOf(page), this.#sessionEnd.signal, AbortSignal.timeout(longestVisitMs)]);
    await untilAborted(
      this.#calls.end().then(() => page),
      done,
    );
    this.#visits.delete(page.id);
  }

  /** Asks, unless the person wants no more questions of this server or it has asked too often. */
  async #ask<Answer extends FormAnswer | PageAnswer>(
    what: keyof typeof most,
    signal: AbortSignal,
    question: (context: QuestionContext) => Promise<Answer>,
  ): Promise<Answer | Declined> {
    const problem = this.#problemWith(what);
    if (problem !== undefined) throw protocolError(problem);
    if (this.#calls.areMuted) return { action: 'decline' };
    this.#questions.set(what, this.#asked(what) + 1);
    const context = this.#context(signal);
    const answer = (await this.#calls.paused(() => untilAborted(question(context), context.signal))) ?? { action: 'cancel' as const };
    // Never what was typed, nor what would be sent.
    this.#options.log(`${what}: ${answer.action} by the user`);
    if (answer.action === 'mute') this.#calls.mute();
    return answer;
  }

  /** Why the server may not ask now, as a clause. */
  #problemWith(what: keyof typeof most): string | undefined {
    if (this.#calls.areNone) return 'it belongs to no call in flight';
    const before = this.#asked(what);
    return before < most[what] ? undefined : `it asked ${before} times in one call; finish without`;
  }

  #asked(what: keyof typeof most): number {
    return this.#questions.get(what) ?? 0;
  }

  /** Until the server takes its request back, is gone, or no call is left that the request can be for. */
  #context(signal: AbortSignal): QuestionContext {
    const { server, origin } = this.#options;
    const over = new AbortController();
    void this.#calls.end().then(() => over.abort());
    return { server, origin, signal: AbortSignal.any([signal, over.signal, this.#sessionEnd.signal]) };
  }
}

function toAnswer({ action }: PageAnswer | Declined): JsonObject {
  return { action: action === 'mute' ? 'decline' : action };
}

/** The SDK's own error class would put its prefix before the text. */
function protocolError(problem: string, code = ProtocolErrorCode.InvalidParams): Error {
  return Object.assign(new Error(`Request not answered: ${problem}.`), { code });
}
