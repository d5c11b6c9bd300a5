// One chat completion request of a client that owns its tools. The model behind sees `executeCode` over them; its scripts run in steps, and
// what they call goes out as ordinary tool calls. The model is asked again only with what a script returned.
import { randomBytes } from 'node:crypto';
import type { JsonObject } from '../catalog/json.ts';
import type { Engine } from '../engine/executeScript.ts';
import { upstreamFailed } from './chatError.ts';
import { ChatReply, type ClientCall } from './chatReply.ts';
import { ownNames, readChatRequest, type ChatRequest } from './chatRequest.ts';
import { writeCallId } from './callId.ts';
import { readHistory, withShortIds, type Turn } from './history.ts';
import { ModelToolsCache, type ModelTools, type ModelToolsOptions } from './modelTools.ts';
import { TurnRunner, type OpenCall } from './turnRunner.ts';
import { packState, type ModelCall, type StateStore } from './turnState.ts';
import type { ModelAnswer, Upstream } from './upstream.ts';

export interface ChatProxyOptions extends ModelToolsOptions {
  readonly engine: Engine;
  readonly upstream: Upstream;
  /** Which functions stay tools of the model. */
  readonly staysTool: (name: string) => boolean;
  /** Keeps what ids would carry. */
  readonly store?: StateStore;
  /** How many scripts run at once. */
  readonly scriptsAtOnce: number;
}

/** What a client asks with, beside the body. */
export interface ChatCall {
  readonly headers: Headers;
  /** Gets the chunks of a stream. */
  readonly sendChunk: (chunk: JsonObject) => void;
  readonly signal: AbortSignal;
}

/** Of one request of a client's, how often the model is asked. */
const mostRequests = 12;
/** After so many answers without a script that ran, the model gets the tools as they are. */
const mostFailedAtOnce = 3;

export class ChatProxy {
  readonly #options: ChatProxyOptions;
  readonly #modelTools: ModelToolsCache;
  readonly #turns: TurnRunner;

  constructor(options: ChatProxyOptions) {
    this.#options = options;
    this.#modelTools = new ModelToolsCache(options);
    this.#turns = new TurnRunner(options.engine, options.scriptsAtOnce);
  }

  /** Throws `ChatError`. */
  read(text: string): ChatRequest {
    return readChatRequest(text, this.#options.staysTool);
  }

  /** The body of a request that goes on as it is; undefined where tools become code. */
  plainBody({ body, messages, functions }: ChatRequest): JsonObject | undefined {
    return functions.length > 0 ? undefined : { ...body, messages: withShortIds(messages) };
  }

  /** Resolves with the whole answer; chunks are sent as they come. Throws `ChatError` and `UpstreamRefusal`; rejects when `signal` aborts. */
  async answer(request: ChatRequest, { headers, sendChunk, signal }: ChatCall): Promise<JsonObject> {
    const { body, stream, withUsage } = request;
    const model = typeof body['model'] === 'string' ? body['model'] : '';
    const reply = new ChatReply({ model, withUsage, ...(stream && { sendChunk }) });
    const conversation = new Conversation(request, await this.#modelTools.of(request.functions));
    const open = await this.#replay(conversation, signal);
    if (open) return reply.end(this.#clientCalls(open.turn, open.calls, request), 'tool_calls');
    let failuresInARow = 0;
    for (let asked = 0; asked < mostRequests; asked += 1) {
      reply.nextAnswer();
      const upstreamBody = conversation.body(failuresInARow >= mostFailedAtOnce);
      const answer = await this.#options.upstream.ask(upstreamBody, headers, (delta, envelope) => reply.say(delta, envelope), signal);
      reply.spent(answer.usage);
      if (answer.calls.length === 0) return reply.end([], answer.finishReason);
      if (conversation.isPlain(answer.calls)) return reply.end(answer.calls.map(plainCall), answer.finishReason);
      const turn = conversation.begin(answer);
      const ran = await this.#turns.run(turn, conversation.tools, { isOver: false, signal });
      if (ran.open.length > 0) return reply.end(this.#clientCalls(turn, ran.open, request, true), 'tool_calls');
      failuresInARow = ran.failedAtOnce ? failuresInARow + 1 : 0;
      conversation.heard(answer, ran.results);
    }
    throw upstreamFailed(`The model has asked for ${mostRequests} scripts in a row without an answer.`, 'too_many_scripts');
  }

  /** Runs the scripts of the history; what is still to be called ends the request here. */
  async #replay(
    conversation: Conversation,
    signal: AbortSignal,
  ): Promise<{ readonly turn: Turn; readonly calls: readonly OpenCall[] } | undefined> {
    const { store } = this.#options;
    const parts = readHistory(conversation.request.messages, (turn) => store?.recall(turn));
    for (const [at, part] of parts.entries()) {
      if (part.kind === 'message') {
        conversation.messages.push(part.message);
        continue;
      }
      const { turn } = part;
      const ran = await this.#turns.run(turn, conversation.tools, { isOver: at < parts.length - 1, signal });
      if (ran.open.length > 0) return { turn, calls: ran.open };
      const calls = turn.state.calls.map(({ raw }) => raw);
      conversation.messages.push(...turn.state.before, { ...turn.message, tool_calls: calls }, ...ran.results);
    }
    return undefined;
  }

  /** The first of a turn carries its script. */
  #clientCalls(turn: Turn, open: readonly OpenCall[], { parallel }: ChatRequest, isNew = false): readonly ClientCall[] {
    const packed = isNew ? packState(turn.state) : undefined;
    const { store } = this.#options;
    if (packed !== undefined) store?.keep(turn.id, packed);
    return open.slice(0, parallel ? undefined : 1).map(({ index, call, name, text }, at) => {
      const state = at === 0 && !store ? packed : undefined;
      return { id: writeCallId({ turn: turn.id, index, call, ...(state !== undefined && { state }) }), name, text };
    });
  }
}

/** What the model has heard, and hears in this request. */
class Conversation {
  readonly request: ChatRequest;
  readonly tools: ModelTools;
  /** As the model sees the history. */
  readonly messages: JsonObject[] = [];
  /** What was said in this request, of which the client knows nothing. */
  #before: JsonObject[] = [];

  constructor(request: ChatRequest, tools: ModelTools) {
    this.request = request;
    this.tools = tools;
  }

  /** `asTools`: the model gets the client's tools as they are. */
  body(asTools: boolean): JsonObject {
    const { parallel_tool_calls: parallel, tool_choice: choice, tools, ...body } = this.request.body;
    // A script that is done has met "required"; else there would never be an answer.
    const chosen = this.#before.length > 0 || choice === undefined ? {} : { tool_choice: choice };
    const messages = [...this.messages, ...this.#before];
    if (asTools)
      return { ...body, messages, tools: tools ?? [], ...chosen, ...(parallel !== undefined && { parallel_tool_calls: parallel }) };
    return { ...body, messages, tools: [...this.tools.offered, ...this.request.others], ...chosen };
  }

  /** Whether the client can have the calls as they are: nothing of ours is in them or before them. */
  isPlain(calls: readonly ModelCall[]): boolean {
    return this.#before.length === 0 && !calls.some(({ name }) => ownNames.includes(name));
  }

  begin({ calls, message }: ModelAnswer): Turn {
    const state = { start: Date.now(), before: this.#before, calls };
    return { id: randomBytes(8).toString('hex'), state, message, answers: new Map(), ownAnswers: new Map() };
  }

  heard({ message, calls }: ModelAnswer, results: readonly JsonObject[]): void {
    // What it said has reached the client, and comes back from there.
    this.#before = [...this.#before, { ...message, content: null, tool_calls: calls.map(({ raw }) => raw) }, ...results];
  }
}

function plainCall({ id, name, text, raw: { id: _id, type: _type, function: _function, ...more } }: ModelCall): ClientCall {
  return { id, name, text, more };
}
