// Requests of MCP 2026-07-28 that need the client's user ("Multi Round-Trip Requests"): a question is the answer to the request, and the client
// sends the request again with what its user said and with the `requestState` that came with the question. The state is signed, and holds for
// one client, one request with its parameters, one round and ten minutes. The work waits in this process meanwhile. Where other processes
// serve the same clients, the one that gets the next round hands it to the one that has the work; if that one is gone, it begins the request
// anew with the answers, provided that nothing had been done, and else says what is known.
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
import { answerMs, notify, progressOf, type CallingClient, type ClientCall } from './clientCall.ts';
import { digestOf, OpenRequest, type Exchange, type RoundAnswer } from './openRequest.ts';
import { RoundRelay, type NextRound, type SharedRounds } from './roundRelay.ts';
import { identityOf } from './sessionHandles.ts';

interface RoundState {
  readonly request: string;
  /** The process that has the work. */
  readonly at: string;
  readonly round: number;
  /** `digestOf` the parameters. */
  readonly params: string;
  /** `digestOf` each question by key, where another process may begin the request anew. */
  readonly questions?: Readonly<Record<string, string>>;
  readonly run?: string;
  /** The handle of the session that the first round began. */
  readonly session?: string;
}

interface RoundsOptions {
  /** 32 secret bytes, the same in all processes that serve the same clients. */
  readonly key: Buffer;
  /** Absent where this process serves all clients alone. */
  readonly shared?: SharedRounds;
}

export interface RoundRequest {
  readonly client: CallingClient;
  /** The parameters of `tools/call`. */
  readonly params: { readonly name: string; readonly arguments?: JsonObject };
  /** The handle of its session, for its later rounds. */
  readonly session?: string;
  readonly work: (call: ClientCall) => Promise<CallToolResult>;
  /** The answer to a request whose process is gone; `run`: the id of its record. */
  readonly lost: (run: string | undefined) => Promise<CallToolResult>;
}

/** Requests that wait for their client, each with its work. */
const mostOpen = 200;

export class Rounds implements AsyncDisposable {
  readonly #codec: RequestStateCodec<RoundState>;
  readonly #open = new Map<string, OpenRequest>();
  readonly #shared: SharedRounds | undefined;
  readonly #at = randomUUID();
  readonly #relay: RoundRelay | undefined;

  constructor({ key, shared }: RoundsOptions) {
    this.#codec = createRequestStateCodec({ key, ttlSeconds: answerMs / 1_000, bind: identityOf });
    this.#shared = shared;
    this.#relay = shared && new RoundRelay(shared, this.#at, (next, exchange, responses) => this.#next(next, exchange, responses));
  }

  /** For `ServerOptions.requestState`. */
  readonly verify = (state: string, context: ServerContext): Promise<RoundState> => this.#codec.verify(state, context);

  async [Symbol.asyncDispose](): Promise<void> {
    for (const request of this.#open.values()) request.giveUp();
    await this.#relay?.[Symbol.asyncDispose]();
  }

  /** One exchange of a request. @throws ProtocolError where the request fails, or its state is not that of this request. */
  async serve(context: ServerContext, request: RoundRequest): Promise<CallToolResult | InputRequiredResult> {
    await this.#relay?.ready();
    const params = digestOf([request.params.name, request.params.arguments]);
    const state = context.mcpReq.requestState<RoundState>();
    if (state && state.params !== params) throw refusal('it belongs to another request');
    const { answer, at } = state ? await this.#goOn(context, request, state) : await this.#begin(context, request);
    if (answer.kind === 'done') return answer.result;
    if (answer.kind === 'failed') throw new ProtocolError(answer.code, answer.message);
    const questions = Object.entries(answer.questions);
    const next: RoundState = {
      request: answer.request,
      at,
      round: answer.round,
      params,
      ...(answer.mayRestart && { questions: Object.fromEntries(questions.map(([key, question]) => [key, digestOf(question)])) }),
      ...(answer.run !== undefined && { run: answer.run }),
      ...(request.session !== undefined && { session: request.session }),
    };
    const inputRequests = Object.fromEntries(questions.map(([key, question]) => [key, elicitation(question)]));
    return { resultType: 'input_required', inputRequests, requestState: await this.#codec.mint(next, context) };
  }

  async #begin(context: ServerContext, { client, work }: RoundRequest, given?: ReadonlyMap<string, JsonObject>): Promise<Answered> {
    this.#makeRoom();
    const { _meta = {}, envelope = {} } = context.mcpReq;
    const request = new OpenRequest(client, _meta, envelope, given);
    this.#open.set(request.id, request);
    const answer = request.exchange(exchangeOf(context));
    const forget = () => this.#open.delete(request.id);
    void request.work(work).then((isTold) => (isTold ? forget() : setTimeout(forget, answerMs).unref()));
    return { answer: await answer, at: this.#at };
  }

  async #goOn(context: ServerContext, request: RoundRequest, state: RoundState): Promise<Answered> {
    const { inputResponses: responses = {} } = context.mcpReq;
    const exchange = exchangeOf(context);
    // A round that is served twice could run a script twice: here, and at a process that the first could not reach.
    if (this.#shared && !(await this.#shared.once(`round ${state.request} ${state.round}`, answerMs))) throw refusal('it was used before');
    if (state.at === this.#at) return { answer: await this.#next(state, exchange, responses), at: this.#at };
    const answer = (await this.#relay?.pass(state.at, state, exchange, responses)) ?? 'gone';
    if (typeof answer === 'object') return { answer, at: state.at };
    if (answer === 'gone' || !state.questions) return { answer: { kind: 'done', result: await request.lost(state.run) }, at: this.#at };
    const given = Object.entries(state.questions).flatMap(([key, digest]): readonly [string, JsonObject][] => {
      const response = responses[key];
      return isJsonObject(response) ? [[digest, response]] : [];
    });
    return this.#begin(context, request, new Map(given));
  }

  /** One more round of a request whose work is here. */
  async #next({ request: id, round }: NextRound, exchange: Exchange, responses: Readonly<Record<string, unknown>>): Promise<RoundAnswer> {
    const request = this.#open.get(id);
    if (!request?.takes(round)) throw refusal('it was used before, or its request is over');
    return request.exchange(exchange, responses);
  }

  /** The request whose client has been silent for the longest time is given up. */
  #makeRoom(): void {
    for (const [id, request] of this.#open) {
      if (this.#open.size < mostOpen) return;
      if (!request.waits) continue;
      request.giveUp();
      this.#open.delete(id);
    }
  }
}

/** The handle of the session that an earlier round of the request began. */
export function sessionOfRound({ mcpReq }: ServerContext): string | undefined {
  return mcpReq.requestState<RoundState>()?.session;
}

interface Answered {
  readonly answer: RoundAnswer;
  /** The process that has the work. */
  readonly at: string;
}

function refusal(why: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `The requestState is not taken: ${why}. Nothing ran. Send the request without it.`,
  );
}

function exchangeOf(context: ServerContext): Exchange {
  return {
    signal: context.mcpReq.signal,
    progress: progressOf(context),
    log: (params) => notify(context, 'notifications/message', params),
  };
}

/** MCP 2026-07-28 has no ids of elicitations. */
function elicitation({ elicitationId: _id, ...params }: JsonObject): { method: 'elicitation/create'; params: ElicitRequestFormParams } {
  return { method: 'elicitation/create', params: params as unknown as ElicitRequestFormParams }; // checked by the client
}
