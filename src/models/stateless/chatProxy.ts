// Answers one chat completion request of a client that owns its tools, in the format of chat completions.
import type { JsonObject } from '../../base/json.ts';
import { offersCode, RoutingPatterns, type ModelRules } from '../../catalog/index.ts';
import type { AskModel } from '../askModel.ts';
import { CompletionReply } from './chatReply.ts';
import { readChatRequest, type ChatRequest, type RequestRules } from './chatRequest.ts';
import { CodeChat } from './codeChat.ts';
import { withShortIds } from './history.ts';
import { requestToolNames } from './requestTools.ts';
import { TurnRunner, type TurnRunnerOptions } from './turnRunner.ts';
import type { Upstream } from './upstream.ts';

interface ChatProxyOptions extends Omit<TurnRunnerOptions, 'lostTurns'> {
  readonly upstream: Upstream;
  /** True if the function with this name must stay a tool for every model. */
  readonly staysTool: (name: string) => boolean;
  /** Returns additional rules for one model. */
  readonly rulesOf?: (model: string) => ModelRules | undefined;
}

/** Properties of a request other than its body. */
interface ChatCall {
  /** Path below the base URL of the upstream, with the query of the client. */
  readonly path: string;
  readonly headers: Headers;
  /** Called with the chunks of a stream. */
  readonly sendChunk: (chunk: JsonObject) => void;
  readonly signal: AbortSignal;
}

export class ChatProxy {
  readonly #options: ChatProxyOptions;
  readonly #chat: CodeChat;

  constructor(options: ChatProxyOptions) {
    this.#options = options;
    this.#chat = new CodeChat(new TurnRunner({ ...options, lostTurns: 'refused' }));
  }

  /** Throws a `ChatError`. */
  read(text: string): ChatRequest {
    return readChatRequest(text, (model) => this.#rulesOf(model));
  }

  #rulesOf(model: string | undefined): RequestRules {
    const { staysTool, rulesOf } = this.#options;
    const { mode, typeCheck, excluded = [] } = (model === undefined ? undefined : rulesOf?.(model)) ?? {};
    const patterns = new RoutingPatterns(excluded, 'all');
    const isExcluded = (name: string) =>
      requestToolNames(name).some((tool) => patterns.find(tool) !== undefined);
    return {
      staysTool: (name) => staysTool(name) || isExcluded(name),
      isPlain: mode !== undefined && !offersCode(mode),
      ...(typeCheck && { typeCheck }),
    };
  }

  /** Returns the body of a request that is passed on; undefined if its tools become code. */
  plainBody({ body, messages, functions }: ChatRequest): JsonObject | undefined {
    return functions.length > 0 ? undefined : { ...body, messages: withShortIds(messages) };
  }

  /**
   * Resolves to the whole answer, and sends chunks as they arrive. Throws a `ChatError` or an `UpstreamRefusal`;
   * rejects if `signal` is aborted.
   */
  async answer(request: ChatRequest, { path, headers, sendChunk, signal }: ChatCall): Promise<JsonObject> {
    const { body, stream, withUsage } = request;
    const model = typeof body['model'] === 'string' ? body['model'] : '';
    const reply = new CompletionReply({ model, withUsage, ...(stream && { sendChunk }) });
    const { parallel_tool_calls: parallel, tool_choice: choice, ...rest } = body;
    const ask: AskModel = async ({ messages, tools, asTools, isLater }) => {
      reply.nextAnswer();
      const asked = {
        ...rest,
        messages,
        tools,
        // A finished script satisfies the choice "required"; otherwise the model could never answer with text.
        ...(!isLater && choice !== undefined && { tool_choice: choice }),
        ...(asTools && parallel !== undefined && { parallel_tool_calls: parallel }),
      };
      const answer = await this.#options.upstream.ask(
        path,
        asked,
        headers,
        (delta, envelope) => reply.say(delta, envelope),
        signal,
      );
      reply.spent(answer.usage);
      return answer;
    };
    const { calls, finishReason } = await this.#chat.answer(request, ask, signal);
    return reply.end(calls, finishReason);
  }
}
