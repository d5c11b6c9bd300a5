// Answers one request of a client that owns its tools, whatever protocol the client speaks. The model sees
// `executeCode` over these tools; its scripts run in steps, and their calls go to the client as tool calls. The model
// is asked again only with the result of a script.
import type { JsonObject } from '../../base/json.ts';
import {
  readArguments,
  toolCall,
  type AskModel,
  type ChatModelAnswer,
  type ChatModelRequest,
  type ModelToolCall,
} from '../askModel.ts';
import { meantCalls } from './calledTools.ts';
import { upstreamFailed } from './chatError.ts';
import { withState } from './callId.ts';
import { Turn } from './history.ts';
import {
  noArguments,
  type CodeRequest,
  type RanTurn,
  type ScriptTools,
  type TurnRunner,
} from './turnRunner.ts';

/** The end of the answer to the client, after the text of the model. */
export interface CodeAnswer {
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: string;
}

/** Maximum number of model requests for one request of a client. */
const mostRequests = 12;
/** Finish reasons of an answer that was cut off, as servers write them. */
const cutReasons = /^(?:length|max_tokens|model_length|content_filter)$/i;
/** Number of consecutive answers without a working script after which the model receives the tools directly. */
const mostFailedAtOnce = 3;

export class CodeChat {
  readonly #turns: TurnRunner;

  constructor(turns: TurnRunner) {
    this.#turns = turns;
  }

  /** Throws a `ChatError` and the errors of `ask`; rejects if `signal` is aborted. */
  async answer(request: CodeRequest, ask: AskModel, signal: AbortSignal): Promise<CodeAnswer> {
    const conversation = new Conversation(request, await this.#turns.toolsOf(request, signal));
    const open = await this.#replay(conversation);
    if (open) return { calls: clientCallsOf(open, request), finishReason: 'tool_calls' };
    let failuresInARow = 0;
    for (let asked = 0; asked < mostRequests; asked += 1) {
      const said = await ask(conversation.modelRequest(failuresInARow, asked > 0), signal);
      const answer = { ...said, calls: meantCalls(said.calls, conversation.tools.called) };
      if (answer.calls.length === 0) return { calls: [], finishReason: answer.finishReason };
      // A truncated answer ends the request, because the model would write the same again and be cut at the same place.
      if (isCut(answer)) return { calls: [], finishReason: answer.finishReason };
      if (conversation.isPlain(answer.calls))
        return { calls: answer.calls.map(plainCall), finishReason: answer.finishReason };
      const turn = conversation.begin(answer);
      const ran = await this.#turns.run(turn, conversation.tools);
      if (ran.open.length > 0) {
        const state = this.#turns.keep(turn) ? undefined : turn.packed;
        return { calls: clientCallsOf(ran.open, request, state), finishReason: 'tool_calls' };
      }
      failuresInARow = ran.failedAtOnce ? failuresInARow + 1 : 0;
      conversation.heard(answer, ran.results);
    }
    throw upstreamFailed(
      `The model was asked ${mostRequests} times in this request and made calls each time. Ask again, or for less at once.`,
      'too_many_scripts',
    );
  }

  /** Runs the scripts of the history. Resolves to the open calls of a script, which then end this request. */
  async #replay(conversation: Conversation): Promise<RanTurn['open'] | undefined> {
    for (const part of await this.#turns.history(conversation.request.messages)) {
      if (part.kind === 'message') {
        conversation.messages.push(part.message);
        continue;
      }
      const { turn } = part;
      const ran = await this.#turns.run(turn, conversation.tools);
      if (!turn.isOver) this.#turns.keep(turn);
      if (ran.open.length > 0) return ran.open;
      const calls = turn.state.calls.map(({ raw }) => raw);
      conversation.messages.push(
        ...turn.state.before,
        { ...turn.message, tool_calls: calls },
        ...ran.results,
      );
    }
    return undefined;
  }
}

/** The messages of the model's conversation during one request. */
class Conversation {
  readonly request: CodeRequest;
  readonly tools: ScriptTools;
  /** The history as the model sees it. */
  readonly messages: JsonObject[] = [];
  /** Messages of this request that the client does not know. */
  #before: JsonObject[] = [];

  constructor(request: CodeRequest, tools: ScriptTools) {
    this.request = request;
    this.tools = tools;
  }

  modelRequest(failuresInARow: number, isLater: boolean): ChatModelRequest {
    const { tools, others } = this.request;
    const asTools = failuresInARow >= mostFailedAtOnce;
    const messages = [...this.messages, ...this.#before];
    return { messages, tools: asTools ? tools : [...this.tools.offered, ...others], asTools, isLater };
  }

  /** True if the client can get the calls unchanged: all are of its tools, and it knows all messages before them. */
  isPlain(calls: readonly ModelToolCall[]): boolean {
    const isOfClient = calls.every(({ name }) => this.tools.called.has(name));
    return isOfClient && this.#before.length === 0 && (this.request.parallel || calls.length === 1);
  }

  begin({ calls, message }: ChatModelAnswer): Turn {
    return Turn.begin({ start: Date.now(), before: this.#before, calls }, message);
  }

  heard({ message, calls }: ChatModelAnswer, results: readonly JsonObject[]): void {
    // The text has reached the client and comes back in its history.
    this.#before = [
      ...this.#before,
      { ...message, content: null, tool_calls: calls.map(({ raw }) => raw) },
      ...results,
    ];
  }
}

/** Returns the calls for the client. `state`: the packed state of a new turn, which the first call carries. */
function clientCallsOf(open: RanTurn['open'], { parallel }: CodeRequest, state?: string): RanTurn['open'] {
  const calls = open.slice(0, parallel ? undefined : 1);
  if (state === undefined) return calls;
  return calls.map((call, at) =>
    at === 0 ? toolCall(withState(call.id, state), call.name, call.text) : call,
  );
}

/** True if the answer was cut off within the arguments of a call. */
function isCut({ finishReason, calls }: ChatModelAnswer): boolean {
  return cutReasons.test(finishReason) && calls.some(({ text }) => text === '' || !readArguments(text));
}

function plainCall({ id, name, text, raw }: ModelToolCall): ModelToolCall {
  return toolCall(id, name, text || noArguments, raw);
}
