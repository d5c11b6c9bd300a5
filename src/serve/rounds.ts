// Serves requests of MCP 2026-07-28 that need the client's user ("Multi Round-Trip Requests"). The response to such a
// request is a question; the client then sends the request again with the user's answer and the `requestState` that
// came with the question. The state is signed and is valid for one client, one request with its parameters, one round
// and ten minutes. The work waits in this process meanwhile; another process that receives the next round passes it
// here. If this process has ended by then, the other one starts the request again with the answers, provided that
// nothing had been done; otherwise it reports the known effects.
import {
  createRequestStateCodec,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import {
  exchangeOf,
  questionTimeoutMs,
  type CallingClient,
  type ClientCall,
  type Exchange,
} from './clientCall.ts';
import { digestOf, OpenRequest, type RoundAnswer } from './openRequest.ts';
import { RoundRelay, type NextRound, type SharedRounds } from './roundRelay.ts';
import { identityOf } from './sessionHandles.ts';

interface RoundState {
  readonly request: string;
  /** The process that does the work. */
  readonly at: string;
  readonly round: number;
  /** `digestOf` the parameters of the request. */
  readonly params: string;
  /** `digestOf` each question by key; absent if no other process may start the request again. */
  readonly questions?: Readonly<Record<string, string>>;
  readonly run?: string;
  /** The handle of the session that the first round started. */
  readonly session?: string;
}

interface RoundsOptions {
  /** 32 secret bytes, equal in all processes that serve the same clients. */
  readonly key: Buffer;
  /** Absent if this process serves all clients alone. */
  readonly shared?: SharedRounds;
}

export interface RoundRequest {
  readonly client: CallingClient;
  /** The parameters of `tools/call`. */
  readonly params: { readonly name: string; readonly arguments?: JsonObject };
  /** The handle of the request's session, for the later rounds. */
  readonly session?: string;
  readonly work: (call: ClientCall) => Promise<CallToolResult>;
  /** Returns the result for a request whose process has ended; `run` is the id of the run's record. */
  readonly lost: (run: string | undefined) => Promise<CallToolResult>;
}

/** Maximum number of requests that are kept open, each with its work. */
const mostOpen = 200;

export class Rounds implements AsyncDisposable {
  readonly #codec: RequestStateCodec<RoundState>;
  readonly #open = new Map<string, OpenRequest>();
  readonly #shared: SharedRounds | undefined;
  readonly #at = randomUUID();
  readonly #relay: RoundRelay | undefined;

  constructor({ key, shared }: RoundsOptions) {
    this.#codec = createRequestStateCodec({ key, ttlSeconds: questionTimeoutMs / 1_000, bind: identityOf });
    this.#shared = shared;
    this.#relay =
      shared &&
      new RoundRelay(shared, this.#at, (next, exchange, responses) => this.#next(next, exchange, responses));
  }

  /** Verifies a state; for `ServerOptions.requestState`. */
  readonly verify = (state: string, context: ServerContext): Promise<RoundState> =>
    this.#codec.verify(state, context);

  async [Symbol.asyncDispose](): Promise<void> {
    for (const request of this.#open.values()) request.giveUp();
    await this.#relay?.[Symbol.asyncDispose]();
  }

  /**
   * Serves one exchange of a request.
   * @throws ProtocolError if the request fails, or if its state belongs to another request.
   */
  async serve(context: ServerContext, request: RoundRequest): Promise<CallToolResult | InputRequiredResult> {
    await this.#relay?.ready();
    const params = digestOf([request.params.name, request.params.arguments]);
    const state = context.mcpReq.requestState<RoundState>();
    if (state && state.params !== params)
      throw refusal('it belongs to another request. Nothing ran. Send the request without it.');
    const { answer, at } = state
      ? await this.#goOn(context, request, state)
      : await this.#begin(context, request);
    if (answer.kind === 'done') return answer.result;
    if (answer.kind === 'failed') throw new ProtocolError(answer.code, answer.message);
    const questions = Object.entries(answer.questions);
    const next: RoundState = {
      request: answer.request,
      at,
      round: answer.round,
      params,
      ...(answer.mayRestart && {
        questions: Object.fromEntries(questions.map(([key, question]) => [key, digestOf(question)])),
      }),
      ...(answer.run !== undefined && { run: answer.run }),
      ...(request.session !== undefined && { session: request.session }),
    };
    const inputRequests = Object.fromEntries(
      questions.map(([key, question]) => [key, elicitation(question)]),
    );
    return {
      resultType: 'input_required',
      inputRequests,
      requestState: await this.#codec.mint(next, context),
    };
  }

  async #begin(
    context: ServerContext,
    { client, work }: RoundRequest,
    given?: ReadonlyMap<string, JsonObject>,
  ): Promise<Answered> {
    this.#makeRoom();
    const { _meta = {}, envelope = {} } = context.mcpReq;
    const request = new OpenRequest(client, _meta, envelope, given);
    this.#open.set(request.id, request);
    const answer = request.exchange(exchangeOf(context));
    const forget = () => this.#open.delete(request.id);
    void request
      .work(work)
      .then((isTold) => (isTold ? forget() : setTimeout(forget, questionTimeoutMs).unref()));
    return { answer: await answer, at: this.#at };
  }

  async #goOn(context: ServerContext, request: RoundRequest, state: RoundState): Promise<Answered> {
    const { inputResponses: responses = {} } = context.mcpReq;
    const exchange = exchangeOf(context);
    // Each round is served once. If this process and an unreachable one both served it, a script could run twice.
    if (
      this.#shared &&
      !(await this.#shared.once(`round ${state.request} ${state.round}`, questionTimeoutMs))
    )
      throw refusal(usedBefore);
    if (state.at === this.#at) return { answer: await this.#next(state, exchange, responses), at: this.#at };
    const answer = (await this.#relay?.pass(state.at, state, exchange, responses)) ?? 'gone';
    if (typeof answer === 'object') return { answer, at: state.at };
    if (answer === 'gone' || !state.questions)
      return { answer: { kind: 'done', result: await request.lost(state.run) }, at: this.#at };
    const given = Object.entries(state.questions).flatMap(
      ([key, digest]): readonly [string, JsonObject][] => {
        const response = responses[key];
        return isJsonObject(response) ? [[digest, response]] : [];
      },
    );
    return this.#begin(context, request, new Map(given));
  }

  /** Serves a further round of a request that this process works on. */
  async #next(
    { request: id, round }: NextRound,
    exchange: Exchange,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<RoundAnswer> {
    const request = this.#open.get(id);
    if (!request?.takes(round)) throw refusal(usedBefore);
    return request.exchange(exchange, responses);
  }

  /** Ends the waiting requests whose clients have been silent for the longest time until a new request fits. */
  #makeRoom(): void {
    for (const [id, request] of this.#open) {
      if (this.#open.size < mostOpen) return;
      if (!request.waits) continue;
      request.giveUp();
      this.#open.delete(id);
    }
  }
}

/** Returns the handle of the session that an earlier round of the request started. */
export function sessionOfRound({ mcpReq }: ServerContext): string | undefined {
  return mcpReq.requestState<RoundState>()?.session;
}

interface Answered {
  readonly answer: RoundAnswer;
  /** The process that does the work. */
  readonly at: string;
}

/** A client may repeat a round whose answer it lost, and the script may have written in that round. */
const usedBefore =
  'it was used before, or its request is over. ' +
  'What it began may have taken effect: look before you send the request without it.';

function refusal(why: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `The requestState is not taken: ${why}`);
}

/** Omits the id of an elicitation, which MCP 2026-07-28 does not have. */
function elicitation({ elicitationId: _id, ...params }: JsonObject): {
  method: 'elicitation/create';
  params: ElicitRequestFormParams;
} {
  // The client validates the parameters.
  return { method: 'elicitation/create', params: params as unknown as ElicitRequestFormParams };
}
