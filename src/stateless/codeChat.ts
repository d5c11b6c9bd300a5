// One request of a client that owns its tools, whatever it speaks. The model behind sees `executeCode` over them; its scripts run in steps, and
// what they call goes to the client as ordinary tool calls. The model is asked again only with what a script returned.
import type { JsonObject } from '../base/json.ts';
import type { ToolDefinition } from '../catalog/toolSource.ts';
import type { TypeCheckMode } from '../engine/preflight/typeErrors.ts';
import type { AskModel, ClientCall, ModelAnswer, ModelRequest } from './askModel.ts';
import { CalledTools, meantCalls, toolName } from './calledTools.ts';
import { upstreamFailed } from './chatError.ts';
import { writeCallId } from './callId.ts';
import { newTurn, readHistory, recallTurns, type Turn } from './history.ts';
import { ModelToolsCache, type ModelTools, type ModelToolsOptions } from './modelTools.ts';
import type { ScriptAbout } from './scriptRecords.ts';
import { noArguments, TurnRunner, type ClientToolCall, type RanTurn, type ScriptTools, type TurnRunnerOptions } from './turnRunner.ts';
import { packState, readArguments, turnIdOf, type ModelToolCall } from './turnState.ts';
import type { TurnStore } from './turnStore.ts';

export interface CodeChatOptions extends ModelToolsOptions, TurnRunnerOptions {
  /** Keeps what ids would carry. */
  readonly turns?: TurnStore;
}

export interface CodeRequest {
  readonly messages: readonly JsonObject[];
  /** Those that become code; at least one. */
  readonly functions: readonly ToolDefinition[];
  /** Those that stay tools. */
  readonly others: readonly JsonObject[];
  /** All, as the client has them. */
  readonly tools: readonly JsonObject[];
  /** Whether the client takes several calls in one answer. */
  readonly parallel: boolean;
  /** How scripts are checked, where it is not as all are. */
  readonly typeCheck?: TypeCheckMode;
  /** For the records of its scripts; without it none begins. */
  readonly about?: ScriptAbout;
}

/** What the client gets beside what the model said. */
export interface CodeAnswer {
  readonly calls: readonly ClientCall[];
  readonly finishReason: string;
}

/** Of one request of a client's, how often the model is asked. */
const mostRequests = 12;
/** Reasons for which an answer ends before the model has said all of it, as servers write them. */
const cutReasons = /^(?:length|max_tokens|model_length|content_filter)$/i;
/** After so many answers without a script that ran, the model gets the tools as they are. */
const mostFailedAtOnce = 3;

export class CodeChat {
  readonly #options: CodeChatOptions;
  readonly #modelTools: ModelToolsCache;
  readonly #turns: TurnRunner;

  constructor(options: CodeChatOptions) {
    this.#options = options;
    this.#modelTools = new ModelToolsCache(options);
    this.#turns = new TurnRunner(options);
  }

  /** Throws `ChatError` and what `ask` throws; rejects when `signal` aborts. */
  async answer(request: CodeRequest, ask: AskModel, signal: AbortSignal): Promise<CodeAnswer> {
    const conversation = new Conversation(request, await this.#modelTools.of(request.functions));
    const open = await this.#replay(conversation, signal);
    if (open) return { calls: this.#clientCalls(open.turn, open.calls, request), finishReason: 'tool_calls' };
    let failuresInARow = 0;
    for (let asked = 0; asked < mostRequests; asked += 1) {
      const said = await ask(conversation.modelRequest(failuresInARow >= mostFailedAtOnce, asked > 0), signal);
      const answer = { ...said, calls: meantCalls(said.calls, conversation.called) };
      if (answer.calls.length === 0) return { calls: [], finishReason: answer.finishReason };
      // The model would write the same again, and be cut at the same place.
      if (isCut(answer)) return { calls: [], finishReason: answer.finishReason };
      if (conversation.isPlain(answer.calls)) return { calls: answer.calls.map(plainCall), finishReason: answer.finishReason };
      const turn = conversation.begin(answer);
      const ran = await this.#turns.run(turn, conversation.forScripts, signal);
      if (ran.open.length > 0) {
        this.#keep(turn, ran);
        return { calls: this.#clientCalls(turn, ran.open, request, true), finishReason: 'tool_calls' };
      }
      failuresInARow = ran.failedAtOnce ? failuresInARow + 1 : 0;
      conversation.heard(answer, ran.results);
    }
    throw upstreamFailed(
      `The model was asked ${mostRequests} times in this request and made calls each time. Ask again, or for less at once.`,
      'too_many_scripts',
    );
  }

  /** Runs the scripts of the history; what is still to be called ends the request here. */
  async #replay(
    conversation: Conversation,
    signal: AbortSignal,
  ): Promise<{ readonly turn: Turn; readonly calls: readonly ClientToolCall[] } | undefined> {
    const { messages } = conversation.request;
    const parts = readHistory(messages, await recallTurns(messages, this.#options.turns), this.#options.lostTurns);
    for (const part of parts) {
      if (part.kind === 'message') {
        conversation.messages.push(part.message);
        continue;
      }
      const { turn } = part;
      const ran = await this.#turns.run(turn, conversation.forScripts, signal);
      if (!turn.isOver) this.#keep(turn, ran);
      if (ran.open.length > 0) return { turn, calls: ran.open };
      const calls = turn.state.calls.map(({ raw }) => raw);
      conversation.messages.push(...turn.state.before, { ...turn.message, tool_calls: calls }, ...ran.results);
    }
    return undefined;
  }

  #keep({ id, packed, answers }: Turn, { finished: results }: RanTurn): void {
    this.#options.turns?.keep(id, { packed, answers, results });
  }

  /** The first of a new turn carries its script where nothing else keeps it. */
  #clientCalls(
    { id: turn, packed }: Turn,
    open: readonly ClientToolCall[],
    { parallel }: CodeRequest,
    isNew = false,
  ): readonly ClientCall[] {
    const carries = isNew && !this.#options.turns;
    return open.slice(0, parallel ? undefined : 1).map(({ index, call, name, text }, at) => ({
      id: writeCallId({ turn, index, call, ...(carries && at === 0 && { state: packed }) }),
      name,
      text,
    }));
  }
}

/** What the model has heard, and hears in this request. */
class Conversation {
  readonly request: CodeRequest;
  readonly tools: ModelTools;
  readonly called: CalledTools;
  /** As the model sees the history. */
  readonly messages: JsonObject[] = [];
  /** What was said in this request, of which the client knows nothing. */
  #before: JsonObject[] = [];

  constructor(request: CodeRequest, tools: ModelTools) {
    this.request = request;
    this.tools = tools;
    this.called = calledTools(request, tools);
  }

  get forScripts(): ScriptTools {
    const { typeCheck, about } = this.request;
    return { ...this.tools, called: this.called, ...(typeCheck && { typeCheck }), ...(about && { about }) };
  }

  modelRequest(asTools: boolean, isLater: boolean): ModelRequest {
    const { tools, others } = this.request;
    const messages = [...this.messages, ...this.#before];
    return { messages, tools: asTools ? tools : [...this.tools.offered, ...others], asTools, isLater };
  }

  /** True if the client can have the calls as they are: all are of its tools, and nothing of ours is before them. */
  isPlain(calls: readonly ModelToolCall[]): boolean {
    const isOfClient = calls.every(({ name }) => this.called.has(name));
    return isOfClient && this.#before.length === 0 && (this.request.parallel || calls.length === 1);
  }

  /** Its id is the hash of what it is: what is kept under it is the same wherever it is found. */
  begin({ calls, message }: ModelAnswer): Turn {
    const state = { start: Date.now(), before: this.#before, calls };
    const packed = packState(state);
    return { ...newTurn, id: turnIdOf(packed), state, packed, message };
  }

  heard({ message, calls }: ModelAnswer, results: readonly JsonObject[]): void {
    // What it said has reached the client, and comes back from there.
    this.#before = [...this.#before, { ...message, content: null, tool_calls: calls.map(({ raw }) => raw) }, ...results];
  }
}

/** The tools that the model of a request can call. */
export function calledTools({ functions, others }: CodeRequest, { methods }: ModelTools): CalledTools {
  return new CalledTools([...functions.map(({ name }) => name), ...others.flatMap((tool) => toolName(tool) ?? [])], methods);
}

/** True if the answer ended within the arguments of a call. */
function isCut({ finishReason, calls }: ModelAnswer): boolean {
  return cutReasons.test(finishReason) && calls.some(({ text }) => text === '' || !readArguments(text));
}

function plainCall({ id, name, text, raw: { id: _id, type: _type, function: _function, ...more } }: ModelToolCall): ClientCall {
  return { id, name, text: text || noArguments, more };
}
